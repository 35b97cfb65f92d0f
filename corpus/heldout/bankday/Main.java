package heldout.bankday;

import java.util.ArrayList;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public class Main {
    record Transfer(Account from, Account to, long amount) { }

    private final List<Account> accounts = IntStream.range(0, 40)
            .mapToObj(i -> new Account(i, 1_000))
            .collect(Collectors.toList());
    private final List<String> ledger = Collections.synchronizedList(new ArrayList<>());
    private volatile long fees;
    private volatile boolean dayOver;
    private int rejected;
    private long auditedLines;

    private void execute(Transfer t) {
        Account first = t.from().id < t.to().id ? t.from() : t.to();
        Account second = first == t.from() ? t.to() : t.from();
        boolean done;
        first.lock.lock();
        second.lock.lock();
        try {
            done = t.from().withdraw(t.amount());
            if (done) {
                t.to().deposit(t.amount());
            } else {
                rejected++; // race:rejected
            }
        } finally {
            second.lock.unlock();
            first.lock.unlock();
        }
        if (done) {
            fees += 1; // safe: volatile, updates may be lost but no data race
            ledger.add(t.from().id + "->" + t.to().id + " left " + t.from().peekBalance()); // race:ledger
        }
    }

    private void audit() {
        while (!dayOver) {
            long sum = 0;
            for (Account a : accounts) { // safe: list of accounts never changes
                sum += a.lockedBalance();
            }
            int lines = 0;
            try {
                for (String line : ledger) { // race:ledger
                    lines += line.isEmpty() ? 0 : 1;
                }
            } catch (ConcurrentModificationException e) {
                lines = ledger.size(); // safe: synchronized wrapper
            }
            List<String> copy = new ArrayList<>(ledger); // safe: toArray of the wrapper is synchronized
            auditedLines = Math.max(auditedLines, Math.max(lines, copy.size())); // safe: auditor only, main reads after join
            if (sum < 0) {
                System.out.println("overdrawn");
            }
        }
    }

    void day() throws InterruptedException {
        Random rnd = new Random(3);
        List<Transfer> transfers = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            int from = rnd.nextInt(accounts.size());
            int to = (from + 1 + rnd.nextInt(accounts.size() - 1)) % accounts.size();
            transfers.add(new Transfer(accounts.get(from), accounts.get(to), 1 + rnd.nextInt(400)));
        }
        Thread auditor = new Thread(this::audit, "auditor");
        auditor.start();
        transfers.parallelStream().forEach(this::execute);
        dayOver = true;
        System.out.println("rejected " + rejected + ", fees " + fees); // safe: the loop is over
        auditor.join();
        System.out.println(ledger.get(0)); // safe: loop over, auditor joined
        System.out.println("audited " + auditedLines); // safe: after join
    }

    void monthEnd() {
        accounts.parallelStream().forEach(a -> a.closeMonth(0.01));
        long total = accounts.parallelStream().mapToLong(Account::lockedBalance).sum();
        System.out.println("total " + total);
    }

    public static void main(String[] args) throws InterruptedException {
        Main bank = new Main();
        bank.day();
        bank.monthEnd();
    }
}
