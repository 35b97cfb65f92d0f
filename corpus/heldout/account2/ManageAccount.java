package heldout.account2;

import java.util.concurrent.atomic.AtomicInteger;

/** One thread per account: pay in, pay out, pass something on to the neighbour. */
public class ManageAccount extends Thread {

    private static Account[] accounts = new Account[8];
    private static int registered;
    private static final AtomicInteger transfers = new AtomicInteger();

    private final Account account;
    private final int index;
    private int operations;

    public ManageAccount(String owner, double initial) {
        super("manager-" + owner);
        account = new Account(owner, initial);
        index = registered;
        accounts[index] = account;
        registered = registered + 1; // safe: constructors run in main, before the first start()
    }

    @Override
    public void run() {
        for (int round = 0; round < 3; round++) {
            account.deposit(300);
            account.withdraw(100);
            Account next = accounts[(index + 1) % registered]; // safe: table is complete before start()
            account.transfer(next, 99);
            transfers.incrementAndGet();
            operations += 3; // safe: own field, main reads it after join
        }
    }

    static void accrueAll(double rate) {
        for (int i = 0; i < registered; i++) {
            accounts[i].accrue(rate);
        }
    }

    static void printAllAccounts() {
        double total = 0;
        for (int i = 0; i < registered; i++) {
            Account a = accounts[i];
            double amount = a.getAmount();
            total += amount;
            System.out.printf("%-8s %10.2f%n", a.getOwner(), amount);
        }
        System.out.printf("total    %10.2f after %d transfers%n", total, transfers.get());
    }

    int getOperations() {
        return operations; // safe: called after join
    }
}
