// Interface dispatch with default, static and private interface methods, a default method that is overridden, a diamond
// that names the default it wants, and a class that inherits its implementation from a superclass that knows nothing of
// the interface.
package callgraph.interfaces;

public class Main {
    public static void main(String[] args) {
        Greeter[] greeters = {new Plain(), new Loud(), new Both(), Greeter.named("Ada"), new Adopted()};
        for (Greeter greeter : greeters) {
            System.out.println(greeter.greet("you"));
        }
        Polite polite = new Both();
        System.out.println(polite.farewell());
        System.out.println(new Loud().volume());
    }
}

interface Greeter {
    String salute();

    default String greet(String whom) {
        return join(salute(), whom);
    }

    private String join(String left, String right) {
        return left + separator() + right;
    }

    private static String separator() {
        return ", ";
    }

    static Greeter named(String name) {
        return new Named(name);
    }
}

interface Polite {
    String salute();

    default String greet(String whom) {
        return "dear " + whom;
    }

    default String farewell() {
        return "bye after " + salute();
    }
}

class Plain implements Greeter {
    @Override
    public String salute() {
        return "hello";
    }
}

class Loud extends Plain {
    @Override
    public String greet(String whom) {
        return super.greet(whom).toUpperCase() + "!".repeat(volume());
    }

    int volume() {
        return 3;
    }
}

class Both implements Greeter, Polite {
    @Override
    public String salute() {
        return "good day";
    }

    @Override
    public String greet(String whom) {
        return Polite.super.greet(whom) + "; " + Greeter.super.greet(whom);
    }
}

class Named implements Greeter {
    private final String name;

    Named(String name) {
        this.name = name;
    }

    @Override
    public String salute() {
        return "this is " + name;
    }
}

class Stranger {
    public String salute() {
        return "greetings";
    }
}

class Adopted extends Stranger implements Greeter {
}
