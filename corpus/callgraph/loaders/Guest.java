package callgraph.loaders;

/** Loaded twice: by the loader of the application and by its own one. */
public class Guest {
    private static int made;

    static {
        System.out.println("guest");
    }

    public Guest() {
        made += Shared.next();
    }

    public int get() {
        return made;
    }
}
