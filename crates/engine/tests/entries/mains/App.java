/** Two classes can be started, a third only looks so. */
public class App {
    public static void main(String[] args) {
        new Helper().main();
    }
}

class Tool {
    public static void main(String... names) {
    }
}

/** Not static, not public, no arguments: before Java 25 nothing that a JVM would call. */
class Helper {
    void main() {
    }

    static void main(int number) {
    }

    private static void main(String[] args) {
    }
}
