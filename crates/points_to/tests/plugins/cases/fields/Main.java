package fields;

// Fields that are read and written by reflection.
//= Main.read = Fish
//= Main.readStatic = Bird
//= Tank.last = Cat
//= Main.written = Dog
//= Main.other =
//= Main.boxed = any java/lang/Integer
//= Main.inherited = Fish
//= edit getDeclaredField("animal") to getDeclaredField("guest")
//= edited Main.written =
//= edited Main.other = Dog
public class Main {
    static Object read, readStatic, written, other, boxed, inherited;

    public static void main(String[] args) throws Exception {
        Tank tank = new Tank();
        tank.fish = new Fish();
        read = Tank.class.getField("fish").get(tank);
        readStatic = Tank.class.getDeclaredField("shared").get(null);
        Tank.class.getField("last").set(null, new Cat());
        Tank.class.getDeclaredField("animal").set(tank, new Dog());
        written = tank.animal;
        other = tank.guest;
        boxed = Tank.class.getField("size").get(tank);
        SmallTank small = new SmallTank();
        small.fish = new Fish();
        inherited = SmallTank.class.getField("fish").get(small);
    }
}

class Fish {}

class Bird {}

class Cat {}

class Dog {}

class Tank {
    public Object fish;
    Dog animal;
    Object guest;
    public int size;
    static Object shared = new Bird();
    public static Object last;
}

class SmallTank extends Tank {}
