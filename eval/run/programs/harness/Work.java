package work;

/** A part of the work of a real program that can be done again and again, each time with the same result. */
interface Work {
    /** What two threads do at the same time; each gets its number. */
    interface Part {
        long run(int thread) throws Exception;
    }

    long round() throws Exception;

    /** The sum of what two threads return. */
    static long inTwoThreads(Part part) throws Exception {
        long[] results = new long[2];
        Throwable[] failures = new Throwable[2];
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                try {
                    results[number] = part.run(number);
                } catch (Throwable e) {
                    failures[number] = e;
                }
            }, "worker " + i);
            threads[i].start();
        }
        for (int i = 0; i < threads.length; i++) {
            threads[i].join();
            if (failures[i] != null) {
                throw new IllegalStateException("a worker failed", failures[i]);
            }
        }
        return results[0] + results[1];
    }
}
