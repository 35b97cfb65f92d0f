package classic.initialisers;

/** Static and instance initialisers are copied into the class initialiser and every constructor. */
class Initialisers {
    static final int[] TABLE;
    static int made = 1;

    static {
        TABLE = new int[3];
        for (int i = 0; i < TABLE.length; i++) {
            TABLE[i] = i * i;
        }
    }

    final int a;
    int b = 5;

    {
        b += made++;
    }

    Initialisers() {
        this(7);
        b++;
    }

    Initialisers(int a) {
        this.a = a;
    }

    Initialisers(String text) {
        a = text.length();
    }
}
