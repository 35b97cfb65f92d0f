/** A main method belongs to subclasses too: their initialisers run first. Static methods of interfaces are not inherited. */
public class Base {
    public static void main(String[] args) {
    }
}

class Derived extends Base {
    static final Object LOCK = new Object();
}

interface Launcher {
    static void main(String[] args) {
    }
}

class Launched implements Launcher {
}
