package copies;

// Copies hold what the original holds.
//= Main.copied = Field, Sheep
//= Main.wool = Wool
//= Main.element = Wool
//= Main.isOriginal = Sheep
//= Main.grass = Grass, Wool
//= Main.original = Wool
//= Main.ofSubclass = Grass
//= edit sheep.wool = new Wool() to sheep.wool = new Grass()
//= edited Main.wool = Grass
public class Main {
    static Object copied, wool, element, isOriginal, grass, original, ofSubclass;

    public static void main(String[] args) {
        Sheep sheep = new Sheep();
        sheep.wool = new Wool();
        Sheep dolly = sheep.copy();
        copied = dolly;
        isOriginal = sheep;
        wool = dolly.wool;

        Object[] array = {new Wool()};
        Object[] other = array.clone();
        element = other[0];
        // Written to the copy alone.
        Object[] third = array.clone();
        third[0] = new Grass();
        grass = third[0];
        original = array[0];
        Field field = new Field();
        field.held = new Grass();
        ofSubclass = field.copy().held;
    }
}

class Wool {}

class Grass {}

class Sheep implements Cloneable {
    Object wool;

    Sheep copy() {
        try {
            return (Sheep) super.clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }
}

class Field extends Sheep {
    Object held;

    @Override
    Field copy() {
        return (Field) super.copy();
    }
}
