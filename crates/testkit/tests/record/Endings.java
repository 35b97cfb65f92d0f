// Programs that do not simply end: by halting, which runs no hooks, by an exception, or not at all.
public class Endings {
    public static void main(String[] args) {
        switch (args[0]) {
            case "halt" -> halt();
            case "throw" -> fail();
            case "never" -> loop();
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    static void halt() {
        Runtime.getRuntime().halt(7);
    }

    static void fail() {
        throw new IllegalStateException("failed");
    }

    static void loop() {
        for (int i = 0; ; i = next(i)) {
            Thread.onSpinWait();
        }
    }

    static int next(int number) {
        return number + 1;
    }
}
