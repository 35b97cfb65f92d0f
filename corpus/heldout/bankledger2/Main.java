package heldout.bankledger2;

import java.util.ArrayList;
import java.util.List;

public class Main {
    public static void main(String[] args) throws InterruptedException {
        final List<Account> accounts = new ArrayList<>();
        for (char c = 'A'; c <= 'D'; c++) {
            accounts.add(new Account("XX0" + c, 10_000)); // safe: filled before the threads start
        }
        final Ledger ledger = new Ledger();

        // one teller per branch; the branches have different customers
        Thread north = new Thread(() -> {
            for (int i = 1; i <= 20; i++) {
                ledger.transfer(accounts.get(0), accounts.get(1), i); // safe: list is only read now
            }
        }, "north");
        Thread south = new Thread(() -> {
            for (int i = 1; i <= 20; i++) {
                ledger.transfer(accounts.get(3), accounts.get(2), 2L * i); // safe: list is only read now
            }
        }, "south");
        Thread reporter = new Thread(() -> {
            System.out.println("transfers so far: " + ledger.getTransfers());
            for (Account account : accounts) {
                System.out.println("  " + account);
            }
        }, "reporter");

        north.start();
        south.start();
        reporter.start();

        long sum = 0;
        for (Account account : accounts) {
            sum += account.balance(); // safe: balance() locks
        }
        System.out.println("sum (not atomic) " + sum);

        north.join();
        south.join();
        reporter.join();
        System.out.println("moved " + ledger.getMovedCents() + " in " + ledger.getTransfers());
    }
}
