package heldout.account3;

import java.util.ArrayList;
import java.util.List;

/** Bank with synchronized accounts, where transfer() locks only one of its two accounts. */
public class Main {
    public static void main(String[] args) throws InterruptedException {
        Bank bank = new Bank();
        bank.open("alice", 1000);
        bank.open("bob", 1500);
        bank.open("carol", 2000);

        List<Thread> clients = new ArrayList<>();
        for (int i = 0; i < bank.size(); i++) {
            clients.add(new Thread(new Client(bank, i), "client-" + i));
        }
        Auditor auditor = new Auditor(bank);
        Thread auditThread = new Thread(auditor, "auditor");
        auditThread.start();
        for (Thread t : clients) {
            t.start();
        }
        for (Thread t : clients) {
            t.join();
        }
        auditThread.join();

        System.out.println("audits: " + auditor.totals); // safe: auditor joined
        System.out.println("transactions: " + bank.transactions()); // safe: lock inside
        for (int i = 0; i < bank.size(); i++) {
            System.out.println(bank.get(i));
        }
    }
}

class Account {
    private final String owner;
    private int balance;
    private int lastFee;

    Account(String owner, int initial) {
        this.owner = owner;
        this.balance = initial; // safe: constructor, before any thread starts
    }

    synchronized void deposit(int amount) {
        balance += amount; // race:bal1
    }

    synchronized boolean withdraw(int amount) {
        if (balance < amount) { // race:bal2
            return false;
        }
        balance -= amount; // race:bal3
        return true;
    }

    /** Moves money; holds the lock of the source only. */
    synchronized void transfer(Account to, int amount) {
        balance -= amount; // race:bal4
        to.balance += amount; // race:bal1,bal2,bal3,bal4,bal5
        lastFee = amount / 100; // safe: field of the locked source
    }

    synchronized int getBalance() {
        return balance; // race:bal5
    }

    synchronized int getLastFee() {
        return lastFee; // safe: always under the lock of this
    }

    String getOwner() {
        return owner;
    }

    @Override
    public String toString() {
        return owner + ": " + balance; // safe: only called by main at the end, everybody joined
    }
}

class Bank {
    private final List<Account> accounts = new ArrayList<>();
    private final Object statsLock = new Object();
    private int transactions;

    void open(String owner, int initial) {
        accounts.add(new Account(owner, initial)); // safe: before the clients start
    }

    int size() {
        return accounts.size(); // safe: list is read-only by now
    }

    Account get(int i) {
        return accounts.get(i); // safe: list is read-only by now
    }

    void booked() {
        synchronized (statsLock) {
            transactions++; // safe: statsLock
        }
    }

    int transactions() {
        synchronized (statsLock) {
            return transactions; // safe: statsLock
        }
    }
}

class Client implements Runnable {
    private final Bank bank;
    private final int index;
    private int refused;

    Client(Bank bank, int index) {
        this.bank = bank;
        this.index = index;
    }

    @Override
    public void run() {
        Account own = bank.get(index);
        int n = bank.size();
        for (int round = 1; round <= 5; round++) {
            own.deposit(20 * round);
            bank.booked();
            if (own.withdraw(10 * round)) {
                bank.booked();
            } else {
                refused++; // safe: only this client
            }
            own.transfer(bank.get((index + 1) % n), 15);
            bank.booked();
            own.transfer(bank.get((index + 2) % n), 5);
            bank.booked();
            Thread.yield();
        }
        if (refused > 0) {
            System.out.println(own.getOwner() + " was refused " + refused + " times");
        }
    }
}

class Auditor implements Runnable {
    private final Bank bank;
    final List<Integer> totals = new ArrayList<>();

    Auditor(Bank bank) {
        this.bank = bank;
    }

    @Override
    public void run() {
        for (int i = 0; i < 3; i++) {
            int sum = 0;
            int fees = 0;
            for (int a = 0; a < bank.size(); a++) {
                sum += bank.get(a).getBalance();
                fees += bank.get(a).getLastFee();
            }
            totals.add(sum - fees); // safe: read by main after join
            try {
                Thread.sleep(2);
            } catch (InterruptedException e) {
                return;
            }
        }
    }
}
