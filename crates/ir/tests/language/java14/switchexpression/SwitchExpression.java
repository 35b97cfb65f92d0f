package java14.switchexpression;

/** Switch expressions: arrows, yield, over numbers, enums and strings, with a value on the stack below. */
class SwitchExpression {
    enum Day { MONDAY, SATURDAY, SUNDAY }

    static int arrows(int n) {
        return switch (n) {
            case 1, 2 -> 12;
            case 3 -> {
                int twice = n * 2;
                yield twice;
            }
            default -> throw new IllegalArgumentException();
        };
    }

    static boolean exhaustive(Day day) {
        return switch (day) {
            case MONDAY -> false;
            case SATURDAY, SUNDAY -> true;
        };
    }

    static int strings(String text) {
        return text.length() + switch (text) {
            case "a" -> 1;
            case "b" -> 2;
            default -> 0;
        };
    }

    static long yields(char c) {
        long value = switch (c) {
            case 'a':
                yield 1;
            case 'b':
                System.out.println();
            default:
                yield 2L;
        };
        return value;
    }

    static int withTry(int base, int n) {
        return base + switch (n) {
            case 0 -> {
                try {
                    yield 1 / n;
                } catch (ArithmeticException e) {
                    yield -1;
                }
            }
            default -> n;
        };
    }

    static void statement(int n) {
        switch (n) {
            case 0 -> System.out.println("zero");
            case 1 -> { }
        }
    }
}
