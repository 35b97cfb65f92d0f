package heldout.account;

import java.util.Random;

/** Moves money between random accounts. */
class Teller extends Thread {

    private final Bank bank;
    private final Random random;
    private final int orders;

    Teller(Bank bank, long seed, int orders) {
        super("teller-" + seed);
        this.bank = bank;
        this.random = new Random(seed);
        this.orders = orders;
    }

    @Override
    public void run() {
        for (int i = 0; i < orders; i++) {
            int from = random.nextInt(bank.size()); // safe: every teller has its own generator
            int to = (from + 1 + random.nextInt(bank.size() - 1)) % bank.size();
            bank.transfer(from, to, 5 * random.nextInt(60));
            if (i % 16 == 0) {
                Thread.yield();
            }
        }
    }
}
