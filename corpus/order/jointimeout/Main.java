package order.jointimeout;

/** A search that main gives some time; afterwards it takes what is there. */
public final class Main {
    static final class Search extends Thread {
        private final long limit;
        private long best;
        private int visited;
        private int bound = 1000;

        Search(long limit) {
            this.limit = limit;
        }

        @Override
        public void run() {
            for (long n = 1; n < limit; n++) {
                long value = n * 7919 % 10_007;
                visited++; // safe: read only when the thread has ended
                if (value > best) { // safe: this thread wrote it
                    best = value; // race:best
                }
                if (n > bound) { // race:bound
                    break;
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Search search = new Search(200_000);
        search.start();
        search.join(2);
        long answer = search.best; // race:best
        search.bound = 5000; // race:bound
        if (!search.isAlive()) {
            System.out.print(search.visited > 0 ? "" : "idle"); // safe: isAlive said that it has ended
        }
        search.join();
        System.out.println(search.best >= answer ? "done" : "worse"); // safe: after join
    }
}
