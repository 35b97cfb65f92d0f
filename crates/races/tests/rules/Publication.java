// Objects that are made known, with and without synchronisation.

//: thread once a runs Unsafe.lambda$main$0
//: race possible .price: write c, read r (child a has second); unsafe-publication
//: race precise shared: write s, read l (child a has second)
class Unsafe {
    static Unsafe shared;
    int price;

    Unsafe(int price) {
        this.price = price; // c
    }

    public static void main(String[] args) {
        new Thread(() -> {
            Unsafe now = shared; // l
            if (now != null) {
                System.out.println(now.price); // r
            }
        }).start(); // a
        shared = new Unsafe(7); // s
    }
}

// Fields that are final are seen as the constructor left them.
//: thread once a runs UnsafeButFinal.lambda$main$0
//: race precise shared: write s, read l (child a has second)
class UnsafeButFinal {
    static UnsafeButFinal shared;
    final int price;

    UnsafeButFinal(int price) {
        this.price = price;
    }

    public static void main(String[] args) {
        new Thread(() -> {
            UnsafeButFinal now = shared; // l
            if (now != null) {
                System.out.println(now.price);
            }
        }).start(); // a
        shared = new UnsafeButFinal(7); // s
    }
}

//: thread once a runs SafeByVolatile.lambda$main$0
class SafeByVolatile {
    static volatile SafeByVolatile shared;
    int price;

    SafeByVolatile(int price) {
        this.price = price;
    }

    public static void main(String[] args) {
        new Thread(() -> {
            SafeByVolatile now = shared;
            if (now != null) {
                System.out.println(now.price);
            }
        }).start(); // a
        shared = new SafeByVolatile(7);
    }
}

//: thread once a runs SafeByLock.lambda$main$0
class SafeByLock {
    static SafeByLock shared;
    int price;

    SafeByLock(int price) {
        this.price = price;
    }

    public static void main(String[] args) {
        new Thread(() -> {
            SafeByLock now = get();
            if (now != null) {
                System.out.println(now.price);
            }
        }).start(); // a
        set(new SafeByLock(7));
    }

    static synchronized SafeByLock get() {
        return shared;
    }

    static synchronized void set(SafeByLock now) {
        shared = now;
    }
}

// What is done after the object is known is no longer private.
//: thread once a runs ChangedAfterwards.lambda$main$0
//: race possible .price: write w, read r (child a has second)
class ChangedAfterwards {
    static volatile ChangedAfterwards shared;
    int price;

    public static void main(String[] args) {
        new Thread(() -> {
            ChangedAfterwards now = shared;
            if (now != null) {
                System.out.println(now.price); // r
            }
        }).start(); // a
        ChangedAfterwards made = new ChangedAfterwards();
        made.price = 1;
        shared = made;
        made.price = 2; // w
    }
}

// The constructor makes its object known.
//: thread once a runs EscapesInItsConstructor.lambda$main$0
//: race possible .price: write w, read r (child a has second)
class EscapesInItsConstructor {
    static volatile EscapesInItsConstructor shared;
    int price;

    EscapesInItsConstructor() {
        price = 1;
        shared = this;
        price = 2; // w
    }

    public static void main(String[] args) {
        new Thread(() -> {
            EscapesInItsConstructor now = shared;
            if (now != null) {
                System.out.println(now.price); // r
            }
        }).start(); // a
        new EscapesInItsConstructor();
    }
}

// The thread is given what the constructor has done before.
//: thread once a runs PublishedByStart.lambda$main$0
class PublishedByStart {
    int price;

    public static void main(String[] args) {
        PublishedByStart made = new PublishedByStart();
        made.price = 1;
        new Thread(() -> System.out.println(made.price)).start(); // a
    }
}
