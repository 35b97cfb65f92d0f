// What is ordered by starts and joins.

//: thread once a runs Reader1.run
class BeforeTheStart {
    static int count;

    public static void main(String[] args) {
        count = 1;
        new Thread(new Reader1()).start(); // a
    }

    static class Reader1 implements Runnable {
        public void run() {
            System.out.println(count); // r
        }
    }
}

//: thread once a runs Reader2.run
//: race precise count: write w, read r (child a has second)
class AfterTheStart {
    static int count;

    public static void main(String[] args) {
        new Thread(new Reader2()).start(); // a
        count = 1; // w
    }

    static class Reader2 implements Runnable {
        public void run() {
            System.out.println(count); // r
        }
    }
}

//: thread once a runs Writer3.run
//: race precise count: write during, write w (child a has second)
class JoinedAtOnce {
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(new Writer3());
        thread.start(); // a
        count = 1; // during
        thread.join();
        count = 2; // after
    }

    static class Writer3 implements Runnable {
        public void run() {
            count = 3; // w
        }
    }
}

//: thread once a runs Writer4.run
//: race precise count: write w, read r (child a has first)
class JoinedTwoCallsDeep {
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(new Writer4());
        thread.start(); // a
        await(thread);
        count = 2;
    }

    static void await(Thread thread) throws InterruptedException {
        System.out.println(count); // r
        reallyAwait(thread);
    }

    static void reallyAwait(Thread thread) throws InterruptedException {
        thread.join();
    }

    static class Writer4 implements Runnable {
        public void run() {
            count = 3; // w
        }
    }
}

//: thread many a runs Writer5.run
//: race precise count: write w, write w (loop a)
class JoinedInALoop {
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(new Writer5());
            threads[i].start(); // a
        }
        for (Thread thread : threads) {
            thread.join();
        }
        count = 2;
    }

    static class Writer5 implements Runnable {
        public void run() {
            count = 3; // w
        }
    }
}

// The first of several is not all of them.
//: thread many a runs Writer6.run
//: race precise count: write w, read r (child a has first)
//: race precise count: write w, write w (loop a)
class JoinedTheFirst {
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(new Writer6());
            threads[i].start(); // a
        }
        threads[0].join();
        System.out.println(count); // r
    }

    static class Writer6 implements Runnable {
        public void run() {
            count = 3; // w
        }
    }
}

//: thread once a runs Writer7.run
//: race possible count: write v, write w (child a has second); timed-join j
class JoinedWithALimit {
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(new Writer7());
        thread.start(); // a
        thread.join(100); // j
        count = 2; // v
    }

    static class Writer7 implements Runnable {
        public void run() {
            count = 3; // w
        }
    }
}

//: thread once a runs Writer8.run
//: race precise count: write v, write w (child a has second)
class JoinedInOneBranch {
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(new Writer8());
        thread.start(); // a
        if (args.length > 0) {
            thread.join();
            count = 1; // joined
        }
        count = 2; // v
    }

    static class Writer8 implements Runnable {
        public void run() {
            count = 3; // w
        }
    }
}

//: thread once a runs Writer9.run
class JoinedInBothBranches {
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(new Writer9());
        thread.start(); // a
        if (args.length > 0) {
            thread.join();
        } else {
            JoinedTwoCallsDeep.reallyAwait(thread);
        }
        count = 2;
    }

    static class Writer9 implements Runnable {
        public void run() {
            count = 3;
        }
    }
}

//: thread once a runs WriterA.run
//: thread once b runs JoinedAnother.lambda$main$0
//: race precise count: write v, write w (child a has second)
class JoinedAnother {
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(new WriterA());
        Thread second = new Thread(() -> System.out.println());
        first.start(); // a
        second.start(); // b
        second.join();
        count = 2; // v
    }

    static class WriterA implements Runnable {
        public void run() {
            count = 3; // w
        }
    }
}

// Who is started after the join of another does not meet it.
//: thread once a runs WriterB.run
//: thread once b runs WriterC.run
class OneAfterTheOther {
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(new WriterB());
        first.start(); // a
        first.join();
        new Thread(new WriterC()).start(); // b
    }

    static class WriterB implements Runnable {
        public void run() {
            count = 3;
        }
    }

    static class WriterC implements Runnable {
        public void run() {
            count = 4;
        }
    }
}

// What a joined thread has started is not joined, unless that thread did it.
//: thread once a runs Middle.run
//: thread once b runs Middle.lambda$run$0
//: thread once c runs Middle.lambda$run$1
//: race precise count: write v, write b (child a has second)
class Grandchildren {
    static int count;
    static int joined;

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(new Middle());
        first.start(); // a
        first.join();
        count = 1; // v
        joined = 1; // j
    }

    static class Middle implements Runnable {
        public void run() {
            new Thread(() -> count = 2).start(); // b
            Thread last = new Thread(() -> joined = 2); // k
            last.start(); // c
            try {
                last.join();
            } catch (InterruptedException e) {
                System.out.println(e);
            }
        }
    }
}

// The exception is not what people mean by a race.
//: thread once a runs WriterD.run
class JoinedInATry {
    static int count;

    public static void main(String[] args) {
        Thread thread = new Thread(new WriterD());
        thread.start(); // a
        try {
            thread.join();
        } catch (InterruptedException e) {
            System.out.println(e);
        }
        count = 1;
    }

    static class WriterD implements Runnable {
        public void run() {
            count = 3;
        }
    }
}

//: thread once a runs Early.lambda$static$0
//: race possible count: write v, write a (unknown)
class StartedByAnInitialiser {
    static int count;

    public static void main(String[] args) {
        Early.touch();
        count = 1; // v
    }

    static class Early {
        static {
            new Thread(() -> count = 2).start(); // a
        }

        static void touch() {}
    }
}

// That the handler comes to the end of the method is no way around the join.
//: thread once a runs WriterE.run
class JoinedInATryOrReturned {
    static int count;

    public static void main(String[] args) {
        Thread thread = new Thread(new WriterE());
        thread.start(); // a
        await(thread);
        count = 1; // v
    }

    static void await(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            return;
        }
        System.out.println(count);
    }

    static class WriterE implements Runnable {
        public void run() {
            count = 3; // w
        }
    }
}

// Where a handler is the only way to the end, it is one.
//: thread once a runs WriterG.run
//: race precise count: write v, write w (child a has second)
class EndedByAnException {
    static int count;

    public static void main(String[] args) {
        new Thread(new WriterG()).start(); // a
        serve();
        count = 1; // v
    }

    static void serve() {
        try {
            while (true) {
                Thread.sleep(10);
            }
        } catch (InterruptedException e) {
            return;
        }
    }

    static class WriterG implements Runnable {
        public void run() {
            count = 3; // w
        }
    }
}

// A handler that starts a thread comes back with it.
//: thread once a runs WriterF.run
//: race precise count: write v, write w (child a has second)
class StartedInAHandler {
    static int count;

    public static void main(String[] args) {
        try {
            System.out.println(Integer.parseInt(args[0]));
        } catch (NumberFormatException e) {
            new Thread(new WriterF()).start(); // a
        }
        count = 1; // v
    }

    static class WriterF implements Runnable {
        public void run() {
            count = 3; // w
        }
    }
}

//: thread once a runs WriterH.run
//: race precise count: write v, write w (child a has second)
class StartedForAHandler {
    static int count;

    public static void main(String[] args) {
        try {
            System.out.println(Integer.parseInt(args[0]));
        } catch (NumberFormatException e) {
            begin();
        }
        count = 1; // v
    }

    static void begin() {
        new Thread(new WriterH()).start(); // a
    }

    static class WriterH implements Runnable {
        public void run() {
            count = 3; // w
        }
    }
}

// The thread is joined, unless an exception comes between.
//: thread once a runs WriterI.run
class StartedAndJoinedInHandlers {
    static int count;

    public static void main(String[] args) {
        try {
            System.out.println(Integer.parseInt(args[0]));
        } catch (NumberFormatException e) {
            Thread thread = new Thread(new WriterI());
            thread.start(); // a
            try {
                thread.join();
            } catch (InterruptedException again) {
                System.out.println(again);
            }
        }
        count = 1;
    }

    static class WriterI implements Runnable {
        public void run() {
            count = 3;
        }
    }
}

//: thread many a runs WriterJ.run
//: race precise count: write w, write w (loop a)
class JoinedInALoopByAHelper {
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(new WriterJ());
            threads[i].start(); // a
        }
        for (Thread thread : threads) {
            JoinedTwoCallsDeep.await(thread);
        }
        count = 2;
    }

    static class WriterJ implements Runnable {
        public void run() {
            count = 3; // w
        }
    }
}

// The helper may leave some.
//: thread many a runs WriterK.run
//: race precise count: write v, write w (child a has second)
//: race precise count: write w, write w (loop a)
class JoinedInALoopBySome {
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(new WriterK());
            threads[i].start(); // a
        }
        for (Thread thread : threads) {
            joinIf(thread, args.length > 3);
        }
        count = 2; // v
        if (args.length > 7) {
            threads[0].join();
        }
    }

    static void joinIf(Thread thread, boolean isWanted) throws InterruptedException {
        if (isWanted) {
            thread.join();
        }
    }

    static class WriterK implements Runnable {
        public void run() {
            count = 3; // w
        }
    }
}

// One thread waits for another, which main has started before.
//: thread once a runs JoinedByAnother.lambda$main$0
//: thread once b runs JoinedByAnother.lambda$main$1
//: race precise count: write w, read r (starts a b)
class JoinedByAnother {
    static int count;

    public static void main(String[] args) {
        Thread first = new Thread(() -> {
            count = 1; // w
        });
        first.start(); // a
        Thread second = new Thread(() -> {
            System.out.println(count); // r
            try {
                first.join();
            } catch (InterruptedException e) {
                return;
            }
            System.out.println(count);
        });
        second.start(); // b
    }
}

// Who is not started yet is not waited for.
//: thread once a runs JoinedTooEarly.lambda$main$0
//: thread once b runs JoinedTooEarly.lambda$main$1
//: race precise count: write w, read r (starts a b)
class JoinedTooEarly {
    static int count;

    public static void main(String[] args) {
        Thread first = new Thread(() -> {
            count = 1; // w
        });
        Thread second = new Thread(() -> {
            try {
                first.join();
            } catch (InterruptedException e) {
                return;
            }
            System.out.println(count); // r
        });
        second.start(); // b
        first.start(); // a
    }
}
