package heldout.sessions;

import java.util.Date;

public final class Main {
    private static final class Client extends Thread {
        private final String user;
        private final SessionStore store;
        private final Audit audit;
        private int logged;
        private boolean good = true;

        Client(String user, SessionStore store, Audit audit) {
            this.user = user;
            this.store = store;
            this.audit = audit;
        }

        @Override
        public void run() {
            for (int i = 0; i < 40; i++) {
                store.touch(user, i);
                Date date = new Date(86_400_000L * i);
                good &= Stamps.day(date).startsWith("1970-0"); // safe: this thread alone until it has ended
                good &= Stamps.year(date).equals("1970"); // safe: as above
                audit.log(Stamps.time(date));
            }
            logged = audit.count(); // safe: as above
        }
    }

    public static void main(String[] args) throws InterruptedException {
        SessionStore store = new SessionStore();
        Audit audit = new Audit();
        Client[] clients = {
            new Client("eva", store, audit),
            new Client("eva", store, audit),
            new Client("max", store, audit),
        };
        for (Client client : clients) {
            client.start();
        }
        Thread reaper = new Thread(() -> store.expire(-1), "reaper");
        reaper.start();
        boolean good = true;
        int logged = 0;
        for (Client client : clients) {
            client.join();
            good &= client.good; // safe: after join
            logged += client.logged; // safe: after join
        }
        reaper.join();
        System.out.println(store.requests("eva") + " " + store.requests("max") + " " + logged);
        System.out.println(good + " " + audit.used() + " " + store.anyExpired());
    }
}
