package pool;

class Worker extends Thread {
    private final Pool pool;
    private Job current;

    Worker(Pool pool) {
        this.pool = pool;
    }

    @Override
    public void run() {
        try {
            current = pool.take();
            current.execute();
        } catch (InterruptedException e) {
            Pool.last = current;
        }
    }
}
