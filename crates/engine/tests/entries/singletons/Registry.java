/** Objects of classes with private constructors come from where everybody gets them. */
public class Registry {
    private static final Registry INSTANCE = new Registry();

    private Registry() {
    }

    public static Registry instance() {
        return INSTANCE;
    }

    public void add(Closed closed, Object anything, int[][] table) {
    }

    private void secret() {
    }
}

/** Nothing gives one out, so that its constructor has to do. */
class Closed {
    private Closed() {
    }
}
