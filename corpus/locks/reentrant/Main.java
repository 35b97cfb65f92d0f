package locks.reentrant;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Transfers between wallets: a lock for each wallet, taken in the order of their numbers. */
public final class Main {
    static final class Wallet {
        private final Lock lock = new ReentrantLock();
        private final int number;
        private long cents;
        private int moves;

        Wallet(int number, long cents) {
            this.number = number;
            this.cents = cents;
        }
    }

    private static int transfers;
    private static int refused;
    private static final ReentrantLock statistics = new ReentrantLock();

    static void transfer(Wallet from, Wallet to, long amount) {
        Wallet first = from.number < to.number ? from : to;
        Wallet second = first == from ? to : from;
        first.lock.lock();
        try {
            second.lock.lock();
            try {
                if (from.cents < amount) { // safe: both locks are held
                    refused++; // race:refused
                    return;
                }
                from.cents -= amount; // safe: both locks are held
                to.cents += amount; // safe: both locks are held
                from.moves++; // race:moves
            } finally {
                second.lock.unlock();
            }
        } finally {
            first.lock.unlock();
        }
        statistics.lock();
        try {
            transfers++; // safe: always under the statistics' lock
        } finally {
            statistics.unlock();
        }
    }

    static int moves(Wallet wallet) {
        return wallet.moves; // race:moves
    }

    public static void main(String[] args) throws InterruptedException {
        Wallet a = new Wallet(1, 100);
        Wallet b = new Wallet(2, 100);
        Wallet c = new Wallet(3, 0);
        Wallet d = new Wallet(4, 0);
        Thread left = new Thread(() -> {
            transfer(a, b, 30);
            transfer(c, d, 10);
        });
        Thread right = new Thread(() -> {
            transfer(b, a, 50);
            transfer(d, c, 10);
        });
        Thread third = new Thread(() -> transfer(new Wallet(5, 0), new Wallet(6, 0), 1));
        left.start();
        right.start();
        third.start();
        int moves = moves(a) + moves(b);
        left.join();
        right.join();
        third.join();
        System.out.println(a.cents + b.cents + " " + transfers); // safe: after join
        if (moves > 2 || refused > 3) { // safe: after join
            throw new AssertionError();
        }
    }
}
