package realistic.manager;

/** A manager of memory blocks: users take and give back, helpers tidy up, each with an idea of locks. */
public final class Main {
    public static void main(String[] args) throws InterruptedException {
        Manager manager = new Manager(16, 32);
        User[] users = new User[3];
        for (int i = 0; i < users.length; i++) {
            users[i] = new User("user " + i, manager, 20);
        }
        Helper compactor = new Compactor(manager);
        Helper reporter = new Reporter(manager);
        Thread first = new Thread(compactor, "compactor");
        Thread second = new Thread(reporter, "reporter");
        first.start();
        second.start();
        for (User user : users) {
            user.start();
        }
        for (User user : users) {
            user.join();
        }
        compactor.finish();
        reporter.finish();
        first.join();
        second.join();
        int rounds = 0;
        for (User user : users) {
            rounds += user.rounds(); // safe: after join
        }
        System.out.println(rounds + " rounds, " + manager.free() + " blocks free");
        if (manager.peak() > 16 || compactor.turns() < 1 || reporter.turns() < 1) { // safe: all have ended
            throw new AssertionError();
        }
    }
}
