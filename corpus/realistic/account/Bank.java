package realistic.account;

import java.util.LinkedHashMap;
import java.util.Map;

/** Accounts by the names of their owners. Nobody opens one after the start. */
final class Bank {
    private final Map<String, Account> accounts = new LinkedHashMap<>();
    private int booked;
    private int refused;
    private long turnover;

    void open(String owner, long amount) {
        Savings account = new Savings(owner, amount);
        account.rate(0.01 * owner.length()); // safe: before start
        accounts.put(owner, account); // safe: before start
    }

    Account find(String owner) {
        return accounts.get(owner); // safe: nobody changes the map after start
    }

    boolean move(String from, String to, long amount) {
        boolean ok = find(from).transfer(find(to), amount);
        if (ok) {
            turnover += amount; // race:turnover
        } else {
            refused++; // race:refused
        }
        synchronized (accounts) {
            booked++; // safe: under the map
        }
        return ok;
    }

    long sum() {
        long sum = 0;
        for (Account account : accounts.values()) { // safe: nobody changes the map after start
            sum += account.balance();
        }
        return sum;
    }

    long turnover() {
        return turnover; // race:turnover
    }

    int refused() {
        return refused; // race:refused
    }

    int booked() {
        synchronized (accounts) {
            return booked; // safe: under the map
        }
    }

    int accounts() {
        return accounts.size(); // safe: nobody changes the map after start
    }
}
