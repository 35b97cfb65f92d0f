package enums;

// The constants of an enum by reflection.
//= arguments RED
//= main -> Colour.<clinit>
//= Main.constant = Colour, Colour$1
//= Main.byName = Colour, Colour$1
//= main -> Colour.paint
//= main -> Colour$1.paint
//= never Shape.draw
//= edit Class<?> type = Colour.class to Class<?> type = Shape.class
//= edited never Colour$1.paint
public class Main {
    static Object constant, byName;

    public static void main(String[] args) {
        Class<?> type = Colour.class;
        constant = type.getEnumConstants()[0];
        ((Paint) constant).paint();
        byName = Enum.valueOf(Colour.class, args[0]);
    }
}

interface Paint {
    void paint();
}

enum Colour implements Paint {
    RED,
    GREEN {
        @Override
        public void paint() {}
    };

    @Override
    public void paint() {}
}

enum Shape {
    ROUND;

    void draw() {}
}
