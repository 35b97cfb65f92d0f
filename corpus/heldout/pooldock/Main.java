package heldout.pooldock;

import java.util.ArrayList;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class Main {
    private static final int WORKERS = 4;
    private static final int QUERIES = 30;

    private static int work(Pools.Pool pool, int worker) throws InterruptedException {
        int done = 0;
        for (int i = 0; i < QUERIES; i++) {
            String sql = "select " + worker + "," + i;
            Conn c = pool.borrow();
            try {
                done += c.run(sql) > 0 ? 1 : 0;
                c.commit();
            } finally {
                pool.giveBack(c);
            }
            c.remember(sql);
        }
        return done;
    }

    /** The short form, without any trace of the query. */
    private static int quickWork(Pools.Pool pool) throws InterruptedException {
        int done = 0;
        for (int i = 0; i < QUERIES; i++) {
            Conn c = pool.borrow();
            c.run("ping");
            c.commit();
            done++;
            pool.giveBack(c);
        }
        return done;
    }

    /** Looks for idle connections a few times. */
    static final class Evictor extends TimerTask {
        private final Pools.Pool pool;
        private final CountDownLatch finished = new CountDownLatch(1);
        private int runs;
        private int idle;

        Evictor(Pools.Pool pool) {
            this.pool = pool;
        }

        @Override
        public void run() {
            idle += pool.countIdle(); // safe: timer thread, main reads after the latch
            if (++runs == 5) { // safe: timer thread, main reads after the latch
                cancel();
                finished.countDown();
            }
        }

        int result() throws InterruptedException {
            finished.await();
            return runs * 100 + Math.min(idle, 0); // safe: no run after the latch
        }
    }

    private static int sumStatements(List<Conn> conns) {
        int n = 0;
        for (Conn c : conns) {
            n += c.statements();
        }
        return n;
    }

    public static void main(String[] args) throws Exception {
        Pools.OnDemand onDemand = new Pools.OnDemand(3);
        ExecutorService workers = Executors.newFixedThreadPool(WORKERS + 2);
        Timer timer = new Timer("evictor", true);
        Evictor evictor = new Evictor(onDemand);

        List<Future<Integer>> results = new ArrayList<>();
        for (int w = 0; w < WORKERS; w++) {
            int worker = w;
            results.add(workers.submit(() -> work(onDemand, worker)));
        }
        timer.schedule(evictor, 0, 1);
        Future<Pools.Fixed> second = workers.submit(() -> new Pools.Fixed(2));
        Pools.Fixed fixed = second.get();
        List<Future<Integer>> quick = new ArrayList<>();
        for (int w = 0; w < 2; w++) {
            quick.add(workers.submit(() -> quickWork(fixed)));
        }

        int done = 0;
        for (Future<Integer> f : results) {
            done += f.get();
        }
        int pings = 0;
        for (Future<Integer> f : quick) {
            pings += f.get();
        }
        int evictions = evictor.result();
        timer.cancel();
        workers.shutdown();

        boolean sane = onDemand.everything().size() <= 3 && fixed.waits() >= 0;
        sane &= onDemand.borrowed <= WORKERS * QUERIES; // safe: all workers are done
        sane &= fixed.borrowed == pings; // safe: all workers are done
        for (Conn c : onDemand.everything()) {
            sane &= c.lastQuery().startsWith("select") || c.statements() == 0;
        }
        System.out.println("done " + done + ", statements " + sumStatements(onDemand.everything()));
        System.out.println("pings " + pings + ", statements " + sumStatements(fixed.everything()));
        System.out.println("evictor " + evictions + ", sane " + sane);
    }
}
