// What conflicts, and what cannot.

import java.util.ArrayList;
import java.util.List;

//: thread once a runs FinalAndVolatile.lambda$main$0
//: race precise .plain: write w, write w (child a has first)
class FinalAndVolatile {
    static volatile int ready;
    final int size;
    int plain;

    FinalAndVolatile(int size) {
        this.size = size;
    }

    public static void main(String[] args) {
        FinalAndVolatile one = new FinalAndVolatile(3);
        new Thread(() -> one.work()).start(); // a
        one.work();
    }

    void work() {
        ready = size;
        plain = size; // w
    }
}

// Each thread makes its own.
//: thread many a runs OwnObjects.work
class OwnObjects {
    int count;

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            new Thread(OwnObjects::work).start(); // a
        }
        work();
    }

    static void work() {
        OwnObjects own = new OwnObjects();
        own.count = 1;
    }
}

// Each thread is given its own.
//: thread many a runs Worker.run
class GivenObjects {
    int count;

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            new Thread(new Worker(new GivenObjects())).start(); // a
        }
    }

    static class Worker implements Runnable {
        final GivenObjects given;

        Worker(GivenObjects given) {
            this.given = given;
        }

        public void run() {
            given.count = 1;
        }
    }
}

// All threads are given the same.
//: thread many a runs Sharer.run
//: race precise .count: write w, write w (loop a)
class SharedObject {
    int count;

    public static void main(String[] args) {
        SharedObject shared = new SharedObject();
        for (int i = 0; i < 3; i++) {
            new Thread(new Sharer(shared)).start(); // a
        }
    }

    static class Sharer implements Runnable {
        final SharedObject given;

        Sharer(SharedObject given) {
            this.given = given;
        }

        public void run() {
            given.count = 1; // w
        }
    }
}

// Of several objects it may be another one.
//: thread once a runs OneOfMany.lambda$main$0
//: race unlikely .count: write v, write a (child a has second); index-by-thread
class OneOfMany {
    int count;

    public static void main(String[] args) {
        OneOfMany[] all = new OneOfMany[2];
        for (int i = 0; i < all.length; i++) {
            all[i] = new OneOfMany();
        }
        new Thread(() -> all[0].count = 1).start(); // a
        all[1].count = 2; // v
    }
}

//: thread once a runs TwoReads.lambda$main$0
class TwoReads {
    static int count = 3;

    public static void main(String[] args) {
        new Thread(() -> System.out.println(count)).start(); // a
        System.out.println(count);
    }
}

//: thread once a runs ConstantIndices.lambda$main$0
//: race precise []: write m, write t (child a has second)
class ConstantIndices {
    public static void main(String[] args) {
        int[] data = new int[3];
        new Thread(() -> {
            data[0] = 1;
            data[2] = 1; // t
        }).start(); // a
        data[1] = 2;
        data[2] = 2; // m
    }
}

//: thread many a runs IndicesOfThreads.lambda$main$0
//: race unlikely []: write a, write a (loop a); index-by-thread
class IndicesOfThreads {
    public static void main(String[] args) {
        int[] data = new int[3];
        for (int i = 0; i < data.length; i++) {
            int index = i;
            new Thread(() -> data[index] = 1).start(); // a
        }
    }
}

//: thread once a runs Contents.lambda$main$0
//: race precise {contents}: write a, read m (child a has first)
class Contents {
    public static void main(String[] args) {
        List<String> list = new ArrayList<>();
        new Thread(() -> list.add("x")).start(); // a
        System.out.println(list.size()); // m
    }
}

// Initialisers are run once, and whoever uses the class waits for them.
//: thread once a runs Initialised.lambda$main$0
class Initialised {
    static int count;

    static {
        count = 3;
    }

    public static void main(String[] args) {
        new Thread(() -> System.out.println(count)).start(); // a
    }
}

// Subclasses have the field of their superclass.
//: thread once a runs Inherited.lambda$main$0
//: race precise .size: write v, write a (child a has second)
class Inherited {
    public static void main(String[] args) {
        Lower lower = new Lower();
        new Thread(() -> lower.size = 1).start(); // a
        ((Upper) lower).size = 2; // v
    }

    static class Upper {
        int size;
    }

    static class Lower extends Upper {}
}
