package realistic.pool;

import java.util.ArrayList;
import java.util.List;

/** A pool of connections: borrowed, returned, tested by a timer, and counted by a page for the administrator. */
public final class Main {
    public static void main(String[] args) throws InterruptedException {
        Factory factory = new Factory("db.example");
        ObjectPool<Connection> pool = new ObjectPool<>(factory, 2);
        pool.setName("connections"); // safe: before start
        Evictor evictor = new Evictor(pool);
        evictor.begin();
        List<Client> clients = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Client client = new Client(pool, i, 12);
            clients.add(client);
            client.thread().start();
        }
        Administrator administrator = new Administrator(pool, factory);
        Thread page = new Thread(administrator::show, "page");
        page.start();
        pool.setLimit(3);
        for (Client client : clients) {
            client.thread().join();
        }
        page.join();
        evictor.end();
        int queries = 0;
        for (Client client : clients) {
            queries += client.queries(); // safe: after join
        }
        System.out.println(queries + " queries");
        if (factory.made() < 1 || administrator.text().isEmpty()) { // safe: all have ended
            throw new AssertionError();
        }
    }
}
