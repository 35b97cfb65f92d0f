// What a thread comes to, and what it does not.

// A join behind a call that never returns is not come by, and neither is what follows.
//: thread once a runs Writer1.run
//: race precise count: write w, read r (child a has first)
class BehindAnEndlessCall {
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(new Writer1());
        thread.start(); // a
        serve();
        count = 1;
        thread.join();
    }

    static void serve() {
        while (true) {
            System.out.println(count); // r
        }
    }

    static class Writer1 implements Runnable {
        public void run() {
            count = 3; // w
        }
    }
}

//: thread once a runs Writer2.run
class BehindAThrow {
    static int count;

    public static void main(String[] args) {
        new Thread(new Writer2()).start(); // a
        fail();
        count = 1;
    }

    static void fail() {
        throw new IllegalStateException();
    }

    static class Writer2 implements Runnable {
        public void run() {
            count = 3;
        }
    }
}

// One of the bodies returns.
//: thread once a runs Writer3.run
//: race precise count: write v, write w (child a has second)
class BehindACallThatMayReturn {
    static int count;

    public static void main(String[] args) {
        new Thread(new Writer3()).start(); // a
        Step step = args.length > 0 ? new Stays() : new Returns();
        step.take();
        count = 1; // v
    }

    interface Step {
        void take();
    }

    static class Stays implements Step {
        public void take() {
            while (true) {
                Thread.onSpinWait();
            }
        }
    }

    static class Returns implements Step {
        public void take() {}
    }

    static class Writer3 implements Runnable {
        public void run() {
            count = 3; // w
        }
    }
}

// The helper is called before and behind the join: only one of the calls matters, but both are one body.
//: thread once a runs Writer4.run
class CalledBeforeAndBehind {
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(new Writer4());
        show();
        thread.start(); // a
        thread.join();
        show();
    }

    static void show() {
        System.out.println(count);
    }

    static class Writer4 implements Runnable {
        public void run() {
            count = 3;
        }
    }
}

// The thread is started in a helper, and goes on in whoever called it.
//: thread once a runs Writer5.run
//: race precise count: write v, write w (child a has second)
//: race precise count: write w, read r (child a has first)
class StartedInAHelper {
    static int count;

    public static void main(String[] args) {
        count = 1;
        begin();
        count = 2; // v
    }

    static void begin() {
        new Thread(new Writer5()).start(); // a
        deeper();
    }

    static void deeper() {
        System.out.println(count); // r
    }

    static class Writer5 implements Runnable {
        public void run() {
            count = 3; // w
        }
    }
}

// The innermost call joins, whatever the outer ones do.
//: thread once a runs Writer6.run
class JoinedInARecursion {
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(new Writer6());
        thread.start(); // a
        down(thread, 3);
        count = 1; // v
    }

    static void down(Thread thread, int depth) throws InterruptedException {
        if (depth > 0) {
            down(thread, depth - 1);
        } else {
            thread.join();
        }
    }

    static class Writer6 implements Runnable {
        public void run() {
            count = 3; // w
        }
    }
}

// A call that always throws is not the end, if somebody catches it.
//: thread once a runs Writer7.run
//: race precise count: write v, write w (child a has second)
class BehindACaughtThrow {
    static int count;

    public static void main(String[] args) {
        new Thread(new Writer7()).start(); // a
        try {
            BehindAThrow.fail();
        } catch (IllegalStateException e) {
            System.out.println(e);
        }
        count = 1; // v
    }

    static class Writer7 implements Runnable {
        public void run() {
            count = 3; // w
        }
    }
}

//: thread once a runs Writer8.run
//: race precise count: write v, write w (child a has second)
class BehindAThrowCaughtInACall {
    static int count;

    public static void main(String[] args) {
        new Thread(new Writer8()).start(); // a
        attempt();
        count = 1; // v
    }

    static void attempt() {
        try {
            BehindAThrow.fail();
        } catch (IllegalStateException e) {
            System.out.println(e);
        }
    }

    static class Writer8 implements Runnable {
        public void run() {
            count = 3; // w
        }
    }
}

// The same, and nothing of it in the body that starts the thread.
//: thread once a runs Writer9.run
//: race precise count: write w, read r (child a has first)
class BehindAnEndlessCallInACall {
    static int count;

    public static void main(String[] args) {
        new Thread(new Writer9()).start(); // a
        work();
    }

    static void work() {
        System.out.println(count); // r
        BehindAThrow.fail();
        count = 1;
    }

    static class Writer9 implements Runnable {
        public void run() {
            count = 3; // w
        }
    }
}

// It comes back without the join, if only from the innermost call.
//: thread once a runs Writer11.run
//: race precise count: write v, write w (child a has second)
class JoinedAboveARecursion {
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(new Writer11());
        thread.start(); // a
        down(thread, args.length);
        count = 1; // v
    }

    static void down(Thread thread, int depth) throws InterruptedException {
        if (depth > 0) {
            down(thread, depth - 1);
            thread.join();
        }
    }

    static class Writer11 implements Runnable {
        public void run() {
            count = 3; // w
        }
    }
}
