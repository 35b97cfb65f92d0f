package target8.access;

/** Before nestmates, private members of nested classes were used through access methods. */
class Access {
    private int secret = 1;
    private static long shared;

    private int reveal(int by) {
        return secret + by;
    }

    static class Nested {
        private Nested() {
        }

        int steal(Access victim) {
            victim.secret++;
            shared += victim.reveal(2);
            return victim.secret;
        }
    }

    static Nested make() {
        return new Nested();
    }
}
