// Which threads there are, and whether several of a kind may run.

//: thread once a runs Once.run
class StartedOnce {
    static int count;

    public static void main(String[] args) {
        new Thread(new Once()).start(); // a
    }

    static class Once implements Runnable {
        public void run() {
            count++; // w
        }
    }
}

// Calls of two lines are two threads, each of which runs once.
//: thread once a runs Twice.run
//: thread once b runs Twice.run
//: race precise count: write w, write w (starts a b)
class StartedTwice {
    static int count;

    public static void main(String[] args) {
        new Twice().start(); // a
        new Twice().start(); // b
    }

    static class Twice extends Thread {
        @Override
        public void run() {
            count = 1; // w
        }
    }
}

//: thread many a runs Looped.run
//: race precise count: write w, write w (loop a)
class StartedInALoop {
    static int count;

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            new Thread(new Looped()).start(); // a
        }
    }

    static class Looped implements Runnable {
        public void run() {
            count = 1; // w
        }
    }
}

// A method that is called twice starts its thread twice.
//: thread many a runs StartedInAMethod.lambda$begin$0
//: race precise count: write a, write a (again a)
class StartedInAMethod {
    static int count;

    public static void main(String[] args) {
        begin();
        begin();
    }

    static void begin() {
        new Thread(() -> count = 1).start(); // a
    }
}

// One object can be started only once, whatever the loop says.
//: thread once a runs OnceOnly.run
class OneObjectInALoop {
    static int count;

    public static void main(String[] args) {
        Thread thread = new Thread(new OnceOnly());
        for (int i = 0; i < args.length; i++) {
            thread.start(); // a
        }
    }

    static class OnceOnly implements Runnable {
        public void run() {
            count = 1; // w
        }
    }
}

// Each is joined before the next one is started.
//: thread once a runs Round.run
class JoinedInEachRound {
    static int count;

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            Thread thread = new Thread(new Round());
            thread.start(); // a
            thread.join();
        }
        count = 2;
    }

    static class Round implements Runnable {
        public void run() {
            count = 1; // w
        }
    }
}

//: thread once a runs Outer.run
//: thread once b runs Inner.run
//: race precise count: write v, write w (child b has second)
class StartedByAThread {
    static int count;

    public static void main(String[] args) {
        new Outer().start(); // a
    }

    static class Outer extends Thread {
        @Override
        public void run() {
            count = 1; // before
            new Inner().start(); // b
            count = 2; // v
        }
    }

    static class Inner extends Thread {
        @Override
        public void run() {
            count = 3; // w
        }
    }
}

// Whoever starts a thread that runs several times has several of its own, too.
//: thread many a runs Parent.run
//: thread many b runs Child.run
//: race precise count: write w, write w (again b)
class StartedByMany {
    static int count;

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            new Parent().start(); // a
        }
    }

    static class Parent extends Thread {
        @Override
        public void run() {
            new Child().start(); // b
        }
    }

    static class Child extends Thread {
        @Override
        public void run() {
            count = 3; // w
        }
    }
}

//: thread many b runs Splitting.run
//: thread once a runs Splitting.run
//: race precise count: write w, write w (again b)
class StartsItsOwnKind {
    static int count;

    public static void main(String[] args) {
        new Splitting(8).start(); // a
    }

    static class Splitting extends Thread {
        final int size;

        Splitting(int size) {
            this.size = size;
        }

        @Override
        public void run() {
            count = 1; // w
            if (size > 1) {
                new Splitting(size / 2).start(); // b
            }
        }
    }
}

// `run` is a call like others.
class NotStarted {
    static int count;

    public static void main(String[] args) {
        Thread thread = new Thread(() -> count = 1);
        thread.run();
        count = 2;
    }
}
