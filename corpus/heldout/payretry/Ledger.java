package heldout.payretry;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Ledger {
    private final Lock lock = new ReentrantLock();
    private final Map<String, Map<Integer, Integer>> books = new HashMap<>();

    void book(String account, Payment payment) {
        lock.lock();
        try {
            Map<Integer, Integer> book = books.computeIfAbsent(account, key -> new HashMap<>()); // safe: lock
            book.put(payment.id(), payment.amount()); // safe: inner map never leaves the lock
        } finally {
            lock.unlock();
        }
    }

    List<Integer> amounts(String account) {
        lock.lock();
        try {
            Map<Integer, Integer> book = books.getOrDefault(account, Map.of()); // safe: lock
            return new ArrayList<>(book.values()); // safe: copied under the lock
        } finally {
            lock.unlock();
        }
    }
}
