package classic.asserts;

/** Assertions read a synthetic static field. */
class Asserts {
    static int half(int even) {
        assert even % 2 == 0 : "odd: " + even;
        assert even > 0;
        return even / 2;
    }
}
