package heldout.transfers;

public final class Main {
    public static void main(String[] args) throws InterruptedException {
        Bank bank = new Bank();
        Account[] accounts = {
            new Account(0, 10), new Account(1, 1000), new Account(2, 10), new Account(3, 1000),
        };
        Thread[] tellers = new Thread[4];
        for (int i = 0; i < tellers.length; i++) {
            int number = i;
            tellers[i] = new Thread(() -> {
                for (int round = 0; round < 50; round++) {
                    Account from = accounts[(number + round) % 4]; // safe: the array is not changed
                    Account to = accounts[(number + round + 1) % 4];
                    bank.transfer(from, to, 100 + round);
                    to.reserve(5);
                    from.statement();
                }
                try {
                    bank.patient();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }, "teller-" + i);
            tellers[i].start();
        }
        bank.freeze();
        for (Thread teller : tellers) {
            teller.join();
        }
        long sum = 0;
        boolean reserved = true;
        for (Account account : accounts) {
            sum += account.balance();
            reserved &= account.reserved() > 0 && account.statements() >= 0;
        }
        System.out.println(sum + " " + reserved + " " + bank.plausible());
    }
}
