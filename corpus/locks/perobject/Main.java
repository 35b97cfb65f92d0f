package locks.perobject;

import java.util.List;

/** Bank branches: what belongs to a branch is guarded by the branch, what belongs to the bank needs the bank. */
public final class Main {
    static final class Bank {
        private long reserve = 1000;
        private long profit;
        private int audits;
        private final Object auditing = new Object();

        final class Branch implements Runnable {
            private long cash;
            private int clients;

            synchronized void deposit(long amount) {
                cash += amount; // safe: guarded by the branch
                reserve += amount / 10; // race:reserve
                synchronized (Bank.this) {
                    profit += 1; // safe: guarded by the bank
                }
            }

            synchronized long cash() {
                return cash; // safe: guarded by the branch
            }

            @Override
            public void run() {
                for (int i = 0; i < 5; i++) {
                    deposit(10);
                    clients++; // safe: one thread for each branch, read after join (false alarm: that each thread runs a branch of its own is not known)
                }
                synchronized (auditing) {
                    audits++; // safe: guarded by one object for the whole bank
                }
            }
        }

        synchronized long worth() {
            return profit; // safe: guarded by the bank
        }

        synchronized long reserve() {
            return reserve; // race:reserve
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Bank bank = new Bank();
        List<Bank.Branch> branches = List.of(bank.new Branch(), bank.new Branch());
        Thread first = new Thread(branches.get(0));
        Thread second = new Thread(branches.get(1));
        first.start();
        second.start();
        long seen = bank.worth() + bank.reserve();
        for (Bank.Branch branch : branches) {
            seen += branch.cash();
        }
        first.join();
        second.join();
        int clients = 0;
        for (Bank.Branch branch : branches) {
            clients += branch.clients; // safe: after join
        }
        System.out.println(clients + " " + bank.profit + " " + bank.audits); // safe: after join
        if (seen < 0 || bank.reserve < 1000) { // safe: after join
            throw new AssertionError();
        }
    }
}
