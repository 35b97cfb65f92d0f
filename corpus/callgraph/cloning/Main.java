// Object.clone, shallow and deep, through a hierarchy: the native method makes an object of the class of the receiver, so
// calls on the copy go to the same methods.
package callgraph.cloning;

import java.util.ArrayList;
import java.util.List;

public class Main {
    public static void main(String[] args) {
        Sheep dolly = new Sheep("Dolly", new Wool(3));
        Animal copy = dolly.clone();
        dolly.wool().grow();
        System.out.println(dolly.sound() + " " + copy.sound());
        Animal goat = new Goat("Billy");
        System.out.println(goat.clone().sound());
        Flock flock = new Flock();
        flock.add(dolly);
        flock.add(goat);
        Flock twin = flock.clone();
        System.out.println(twin.chorus());
        ArrayList<Wool> balls = new ArrayList<>(List.of(new Wool(1)));
        for (Object ball : (ArrayList<?>) balls.clone()) {
            System.out.println(((Wool) ball).length());
        }
        try {
            new Unique().copy();
        } catch (CloneNotSupportedException e) {
            System.out.println("unique");
        }
    }
}

abstract class Animal implements Cloneable {
    private final String name;

    Animal(String name) {
        this.name = name;
    }

    @Override
    public Animal clone() {
        try {
            return (Animal) super.clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    String sound() {
        return name + " says " + word();
    }

    abstract String word();
}

class Sheep extends Animal {
    private Wool wool;

    Sheep(String name, Wool wool) {
        super(name);
        this.wool = wool;
    }

    @Override
    public Sheep clone() {
        Sheep copy = (Sheep) super.clone();
        copy.wool = wool.copy();
        return copy;
    }

    Wool wool() {
        return wool;
    }

    @Override
    String word() {
        return "m" + "e".repeat(wool.length());
    }
}

class Goat extends Animal {
    Goat(String name) {
        super(name);
    }

    @Override
    String word() {
        return "bah";
    }
}

class Wool {
    private int length;

    Wool(int length) {
        this.length = length;
    }

    void grow() {
        length++;
    }

    Wool copy() {
        return new Wool(length);
    }

    int length() {
        return length;
    }
}

class Flock implements Cloneable {
    private Animal[] animals = new Animal[0];

    void add(Animal animal) {
        Animal[] more = java.util.Arrays.copyOf(animals, animals.length + 1);
        more[animals.length] = animal;
        animals = more;
    }

    @Override
    public Flock clone() {
        try {
            Flock copy = (Flock) super.clone();
            copy.animals = animals.clone();
            for (int i = 0; i < copy.animals.length; i++) {
                copy.animals[i] = copy.animals[i].clone();
            }
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    String chorus() {
        StringBuilder text = new StringBuilder();
        for (Animal animal : animals) {
            text.append(animal.sound()).append("; ");
        }
        return text.toString();
    }
}

class Unique {
    Object copy() throws CloneNotSupportedException {
        return clone();
    }
}
