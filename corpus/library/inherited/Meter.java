package library.inherited;

/** Has no lock of its own, but inherits one. */
public class Meter extends Base {
    private int changes;

    @Override
    protected void changed() {
        changes++; // race:changes
    }

    public int count() {
        return count; // race:count
    }

    public int changes() {
        return changes; // race:changes
    }
}
