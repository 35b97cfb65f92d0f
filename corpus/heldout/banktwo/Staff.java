package heldout.banktwo;

import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;

final class Teller extends Thread {
    private static long feesCollected;

    private final Bank bank;
    private final Random random;
    private int refused;

    Teller(int number, Bank bank) {
        super("teller-" + number);
        this.bank = bank;
        this.random = new Random(number * 31L);
    }

    @Override
    public void run() {
        List<Account> accounts = bank.accounts();
        for (int i = 0; i < 2000; i++) {
            Account from = accounts.get(random.nextInt(accounts.size()));
            Account to = accounts.get(random.nextInt(accounts.size()));
            if (from == to) {
                continue;
            }
            if (bank.transfer(from, to, 1 + random.nextInt(40))) {
                chargeFee(bank.fee("transfer"));
            } else {
                refused++; // safe: own field, main reads after join
            }
        }
    }

    private synchronized void chargeFee(int cents) {
        feesCollected += cents; // race:fees
    }

    static synchronized long feesCollected() {
        return feesCollected; // safe: main calls it after joining the tellers
    }

    int refused() {
        return refused; // safe: after join
    }
}

final class Auditor extends Thread {
    private final Bank bank;
    private final long expected;
    private volatile boolean closing;
    private int audits;
    private int mismatches;

    Auditor(Bank bank, long expected) {
        super("auditor");
        this.bank = bank;
        this.expected = expected;
    }

    @Override
    public void run() {
        while (!closing) { // safe: volatile
            audits++; // safe: main after join
            if (bank.audit() != expected) {
                mismatches++; // safe: main after join
            }
            Thread.yield();
        }
    }

    void close() {
        closing = true; // safe: volatile
    }

    String result() {
        return audits + " audits, " + mismatches + " mismatches"; // safe: after join
    }
}

final class JournalWriter extends Thread {
    static final String END = "END";

    private final BlockingQueue<String> journal;
    private final StringBuilder book = new StringBuilder();
    private int lines;

    JournalWriter(BlockingQueue<String> journal) {
        super("journal");
        this.journal = journal;
    }

    @Override
    public void run() {
        try {
            for (String line = journal.take(); !line.equals(END); line = journal.take()) {
                book.append(line).append('\n'); // safe: this thread only, main after join
                lines++; // safe: this thread only, main after join
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    String result() {
        return lines + " lines, " + book.length() + " chars"; // safe: after join
    }
}
