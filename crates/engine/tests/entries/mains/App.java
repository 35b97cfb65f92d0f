/** Two classes can be started, a third only looks so. */
public class App {
    public static void main(String[] args) {
        Helper.make().main();
    }
}

class Tool {
    public static void main(String... names) {
    }
}

/** Nobody can make one from outside. */
class Helper {
    private Helper() {
    }

    static Helper make() {
        return new Helper();
    }

    void main() {
    }

    static void main(int number) {
    }

    private static void main(String[] args) {
    }
}
