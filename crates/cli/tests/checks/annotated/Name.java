package annotated;

/** Says that nothing changes. */
@Immutable
final class Name {
    private final String text;
    private int length;
    private int hash;

    Name(String text) {
        this.text = text;
        measure();
    }

    private void measure() {
        length = text.length();
    }

    @Override
    public int hashCode() {
        if (hash == 0) {
            hash = text.hashCode() + length;
        }
        return hash;
    }
}
