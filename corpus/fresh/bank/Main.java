package fresh.bank;

import java.util.Random;

public class Main {
    private static final int ACCOUNTS = 5;
    private static final long INITIAL = 60;

    public static void main(String[] args) throws InterruptedException {
        Bank bank = new Bank(ACCOUNTS, INITIAL);
        Thread[] tellers = new Thread[3];
        for (int t = 0; t < tellers.length; t++) {
            final Random random = new Random(t);
            tellers[t] = new Thread(() -> {
                for (int i = 0; i < 100; i++) {
                    int from = random.nextInt(ACCOUNTS); // safe: a generator per teller
                    int to = random.nextInt(ACCOUNTS);
                    if (from != to) {
                        bank.transfer(from, to, 1 + random.nextInt(50));
                    }
                }
            });
        }
        Thread auditor = new Thread(() -> {
            for (int i = 0; i < 20; i++) {
                long estimate = bank.estimateTotal();
                if (estimate < -1_000_000 || bank.richest() < 0) {
                    throw new AssertionError("estimate " + estimate);
                }
            }
        });
        for (Thread teller : tellers) {
            teller.start();
        }
        auditor.start();
        for (Thread teller : tellers) {
            teller.join();
        }
        auditor.join();
        System.out.println("total " + bank.exactTotal());
    }
}
