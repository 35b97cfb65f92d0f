package conflicts.fixedarrays;

/** Small arrays whose elements are put in and taken out by constant numbers. */
public class Main {
    static class Counter implements Runnable {
        int count;
        int[] marks = new int[2];

        @Override
        public void run() {
            count++; // safe: each thread has another counter
            marks[0] = count; // safe: marks of another counter
        }
    }

    static class Swapped implements Runnable {
        int count;

        @Override
        public void run() {
            count++; // race:swapped
        }
    }

    static class Twice implements Runnable {
        int count;

        @Override
        public void run() {
            count++; // race:twice
        }
    }

    static class Given implements Runnable {
        int count;

        @Override
        public void run() {
            count++; // race:given
        }
    }

    static void mix(Given[] all) {
        all[1] = all[0];
    }

    static void both(Runnable one, Runnable other) throws InterruptedException {
        Thread first = new Thread(one);
        Thread second = new Thread(other);
        first.start();
        second.start();
        first.join();
        second.join();
    }

    public static void main(String[] args) throws InterruptedException {
        Counter[] pair = {new Counter(), new Counter()};
        Thread first = new Thread(pair[0]);
        Thread second = new Thread(pair[1]);
        first.start();
        second.start();
        first.join();
        second.join();

        Swapped[] swapped = {new Swapped(), new Swapped()};
        swapped[1] = swapped[0];
        both(swapped[0], swapped[1]);

        Twice only = new Twice();
        Twice[] twice = {only, only};
        both(twice[0], twice[1]);

        Given[] given = {new Given(), new Given()};
        mix(given);
        both(given[0], given[1]);
        System.out.println(pair[0].count + pair[1].marks[0]); // safe: after join
    }
}
