package heldout.wirepool;

public class Main {
    private static final int CLIENTS = 5;
    private static final int QUERIES = 40;

    private static int query(WirePool pool, int client) throws InterruptedException {
        int characters = 0;
        for (int q = 0; q < QUERIES; q++) {
            Wire wire = pool.borrow();
            try {
                characters += wire.execute("select " + client + " from t" + q % 10).length();
            } finally {
                pool.giveBack(wire);
            }
            if (q % 10 == 9) {
                Thread.sleep(1);
            }
        }
        return characters;
    }

    public static void main(String[] args) throws InterruptedException {
        WirePool pool = WirePool.builder().size(3).preopened(2).fair().build();
        Evictor evictor = new Evictor(pool);
        Thread evictorThread = new Thread(evictor, "evictor");
        evictorThread.setDaemon(true);
        evictorThread.start();

        int[] characters = new int[CLIENTS];
        Thread[] clients = new Thread[CLIENTS];
        for (int i = 0; i < CLIENTS; i++) {
            final int me = i;
            clients[i] = new Thread(() -> {
                try {
                    characters[me] = query(pool, me); // safe: one element per client
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            clients[i].start();
        }
        int sum = 0;
        for (int i = 0; i < CLIENTS; i++) {
            clients[i].join();
            sum += characters[i]; // safe: after join
        }
        evictor.stop();
        evictorThread.join();

        System.out.println("characters " + sum);
        System.out.println("statements " + pool.statementTotal());
        System.out.println("borrowed in range " + (pool.borrowedTotal() <= CLIENTS * QUERIES));
        System.out.println("journal " + pool.journalMatches() + " permits " + pool.freePermits());
        System.out.println("swept " + (evictor.sweeps() > 0));
    }
}
