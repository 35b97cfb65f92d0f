package loops.mapvalues;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Accounts of a club, looked at as values, as entries and as keys of maps. */
public final class Main {
    static final class Account {
        long balance;
        int bookings;
        final List<Long> movements = new ArrayList<>();

        Account(long balance) {
            this.balance = balance;
        }

        void book(long amount) {
            balance += amount; // safe: each account is one value
            movements.add(amount); // safe: one list for each account
        }
    }

    static final class Badge implements Comparable<Badge> {
        final int number;
        int seen;

        Badge(int number) {
            this.number = number;
        }

        @Override
        public int compareTo(Badge other) {
            return Integer.compare(number, other.number);
        }
    }

    private final Map<String, Account> accounts = new HashMap<>();
    private final Map<Badge, String> badges = new TreeMap<>();
    private final Map<String, Integer> points = new LinkedHashMap<>();
    private long interest;

    Main() {
        for (int i = 0; i < 80; i++) {
            accounts.put("member " + i, new Account(i * 10L));
            badges.put(new Badge(i), "member " + i);
            points.put("member " + i, i);
        }
    }

    void work() {
        accounts.values().parallelStream().forEach(account -> {
            account.book(5);
            account.bookings++; // safe: each account is one value
            interest += account.balance / 50; // race:interest
        });
        Map<String, Integer> ranks = new HashMap<>(512);
        accounts.entrySet().parallelStream().forEach(entry -> {
            entry.getValue().bookings += 2; // safe: each account is one entry's
            ranks.put(entry.getKey(), entry.getValue().bookings); // race:ranks
        });
        points.entrySet().parallelStream().forEach(entry -> {
            entry.setValue(entry.getValue() + 1); // safe: each entry is one element
        });
        Account first = accounts.get("member 0");
        badges.keySet().parallelStream().forEach(badge -> {
            badge.seen++; // safe: each badge is one key
            Account account = accounts.get(badges.get(badge)); // safe: nobody changes the maps
            account.bookings++; // race:bookings
            first.bookings++; // race:bookings
        });
        if (ranks.size() > 160 || first.bookings < 3) { // safe: the loops have ended
            throw new AssertionError();
        }
    }

    public static void main(String[] args) {
        Main club = new Main();
        club.work();
        long sum = 0;
        for (Account account : club.accounts.values()) {
            sum += account.balance + account.movements.size(); // safe: the loops have ended
        }
        for (Badge badge : club.badges.keySet()) {
            sum += badge.seen; // safe: the loops have ended
        }
        System.out.println(sum + " " + club.points.get("member 9"));
        if (club.interest < 0) { // safe: the loops have ended
            throw new AssertionError();
        }
    }
}
