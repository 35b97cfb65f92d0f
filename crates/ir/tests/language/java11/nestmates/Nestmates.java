package java11.nestmates;

/** Private members of nested classes are used directly; old compilers wrote access methods. */
class Nestmates {
    private int secret = 1;
    private static int shared;

    private int reveal() {
        return secret;
    }

    static class Nested {
        private Nested() {
        }

        private int own = 2;

        int steal(Nestmates victim) {
            victim.secret++;
            shared += victim.reveal();
            return victim.secret;
        }
    }

    int back() {
        return new Nested().own + new Deeper.Deepest().value;
    }

    private static class Deeper {
        private static class Deepest {
            private int value;
        }
    }
}
