package causes;

// An exception that was made without a cause has none, though at run time it is its own until it is asked.
//= main -> Plain.<init>
//= Main.none =
//= edit new Plain() to new Plain(new Root())
//= edited Main.none = any Root
public class Main {
    static Object none;

    public static void main(String[] args) {
        none = new Plain().getCause();
        new Other().getCause();
    }
}

class Root extends RuntimeException {}

class Other extends RuntimeException {}

class Plain extends RuntimeException {
    Plain() {}

    Plain(Throwable cause) {
        super(cause);
    }
}
