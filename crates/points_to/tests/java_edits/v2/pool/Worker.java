package pool;

class Worker extends Thread {
    private final Pool pool;

    Worker(Pool pool) {
        this.pool = pool;
    }

    @Override
    public void run() {
        try {
            while (true) {
                Job job = pool.take();
                job.execute();
                Pool.last = job;
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
