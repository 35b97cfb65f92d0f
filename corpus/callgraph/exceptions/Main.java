// Exceptions choose what runs next: handlers by type, finally blocks, resources that are closed in reverse order and
// whose own failure is kept aside, a custom exception that puts its message together, one that is
// thrown by the JVM, and one whose constructor calls back.
package callgraph.exceptions;

public class Main {
    public static void main(String[] args) {
        for (int input : new int[] {0, 1, 2, 3, 4}) {
            System.out.println(input + ": " + attempt(input));
        }
        try (Resource outer = new Resource("outer", false); Resource inner = new Resource("inner", true)) {
            outer.use();
            inner.use();
            throw new Failure("body", null);
        } catch (Failure failure) {
            System.out.println(failure.getMessage());
            for (Throwable suppressed : failure.getSuppressed()) {
                System.out.println("aside: " + suppressed.getMessage());
            }
        }
        System.out.println(new Light(new Odd()).getMessage());
        try {
            rethrow(new Failure("deep", new Failure("root", null)));
        } catch (Exception e) {
            System.out.println(e.getLocalizedMessage());
        }
    }

    static String attempt(int input) {
        try {
            work(input);
            return done();
        } catch (NotFound e) {
            return "not found " + e.key();
        } catch (Failure | ArithmeticException e) {
            return recover(e);
        } catch (RuntimeException e) {
            return unexpected();
        } finally {
            cleanUp();
        }
    }

    static void work(int input) {
        switch (input) {
            case 1 -> throw new NotFound("key");
            case 2 -> System.out.println(10 / (input - 2));
            case 3 -> throw new Failure("plain", null);
            case 4 -> System.out.println("".toCharArray()[input]);
            default -> { }
        }
    }

    static String done() {
        return "done";
    }

    static String recover(Exception e) {
        return "recovered from " + e.getMessage();
    }

    static String unexpected() {
        return "unexpected";
    }

    static void cleanUp() {
        System.out.print("[clean] ");
    }

    static void rethrow(Exception e) throws Exception {
        try {
            throw e;
        } finally {
            cleanUp();
        }
    }
}

class Failure extends RuntimeException {
    private final String place;

    Failure(String place, Throwable cause) {
        super(cause);
        this.place = place;
    }

    @Override
    public String getMessage() {
        return "failure in " + place + reason();
    }

    private String reason() {
        return getCause() == null ? "" : " because of " + getCause().getMessage();
    }
}

class NotFound extends Failure {
    NotFound(String key) {
        super(key, null);
    }

    String key() {
        return getMessage().toUpperCase();
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}

class Resource implements AutoCloseable {
    private final String name;
    private final boolean breaks;

    Resource(String name, boolean breaks) {
        this.name = name;
        this.breaks = breaks;
    }

    void use() {
        System.out.println("use " + name);
    }

    @Override
    public void close() {
        System.out.println("close " + name);
        if (breaks) {
            throw new Failure("closing", null);
        }
    }
}

// Its constructor asks its cause for its text, and itself for the stack.
class Light extends Exception {
    Light(Throwable cause) {
        super(cause);
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}

class Odd extends RuntimeException {
    @Override
    public String toString() {
        return "odd";
    }
}
