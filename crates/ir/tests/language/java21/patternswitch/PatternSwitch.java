package java21.patternswitch;

/** Switches over types: guards, null, constants among types, sealed types, qualified constants of enums. */
class PatternSwitch {
    sealed interface Shape { }

    record Circle(double radius) implements Shape { }

    record Square(double side) implements Shape { }

    enum Suit { CLUBS, HEARTS }

    enum Other { JOKER }

    static String types(Object o) {
        return switch (o) {
            case null -> "null";
            case Integer i when i > 10 -> "large " + i;
            case Integer i -> "small " + i;
            case String s -> s;
            case int[] numbers when numbers.length == 0 -> "empty";
            default -> "other";
        };
    }

    static double area(Shape shape) {
        return switch (shape) {
            case Circle circle -> circle.radius() * 3;
            case Square square -> square.side() * 2;
        };
    }

    static int strings(String text) {
        switch (text) {
            case "a":
                return 1;
            case String s when s.length() > 3:
                return s.length();
            case null, default:
                return 0;
        }
    }

    static int enums(Suit suit) {
        return switch (suit) {
            case CLUBS -> 1;
            case Suit s when s.ordinal() > 5 -> 2;
            case HEARTS -> 3;
            case Suit s -> 4;
        };
    }

    static int qualified(Object o) {
        return switch (o) {
            case Suit.CLUBS -> 1;
            case Other.JOKER -> 2;
            case Suit s -> 3;
            default -> 4;
        };
    }

    static int numbers(Integer n) {
        return switch (n) {
            case 1 -> 10;
            case Integer i when i < 0 -> -i;
            case Integer i -> i;
        };
    }
}
