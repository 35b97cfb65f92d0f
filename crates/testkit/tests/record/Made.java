public class Made extends Making.Base {
    @Override
    public int value() {
        return 7;
    }
}
