package heldout.bookkeeping;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** End-of-day run over the accounts of a small bank. */
public class Main {
    static final class Account {
        final String iban;
        private long cents;
        private boolean frozen;

        Account(String iban, long cents) {
            this.iban = iban;
            this.cents = cents;
        }

        void addInterest(int permille) {
            if (!frozen) { // safe: every account is visited by one task
                cents += cents * permille / 1000; // safe: every account is visited by one task
            }
        }

        long cents() {
            return cents;
        }
    }

    static final class DayTotals {
        long deposits;
        long overdrafts;
        int accounts;

        void book(Account account) {
            if (account.cents() >= 0) {
                deposits += account.cents(); // race:deposits
            } else {
                overdrafts += account.cents(); // race:overdrafts
            }
        }

        void count() {
            accounts++; // safe: only called from the single-threaded pass
        }
    }

    private final ConcurrentHashMap<String, Account> accounts = new ConcurrentHashMap<>();
    private final List<String> statement = new ArrayList<>();
    private final List<String> dunning = new ArrayList<>(5000);
    private String lastChecked;
    private Account house;

    void open(int n) {
        for (int i = 0; i < n; i++) {
            String iban = "DE%04d".formatted(i);
            accounts.put(iban, new Account(iban, i % 7 == 0 ? -i : 10L * i));
        }
        house = new Account("HOUSE", 0); // safe: before any task
    }

    void interest(int permille) {
        accounts.forEachValue(1, account -> account.addInterest(permille));
    }

    /** Every tenth account pays a fee to the house. */
    void fees() {
        accounts.forEach(16, (iban, account) -> {
            if (iban.endsWith("0")) {
                account.cents -= 5; // safe: every account is visited by one task
                synchronized (house) {
                    house.cents += 5; // safe: under the house's lock
                }
            }
        });
    }

    void dun() {
        accounts.forEachValue(64, account -> account.cents() < 0 ? account.iban : null, iban -> dunning.add(iban)); // race:dunning
    }

    void print() {
        accounts.forEach(Long.MAX_VALUE, (iban, account) -> {
            if (account.cents() < -4000) {
                statement.add(iban); // safe: threshold so large that the pass is sequential
            }
        });
        accounts.forEach((iban, account) -> statement.add(iban + " " + account.cents())); // safe: sequential
    }

    boolean audit() {
        AtomicInteger visited = new AtomicInteger();
        String suspicious = accounts.search(1, (iban, account) -> {
            visited.incrementAndGet();
            lastChecked = iban; // race:lastchecked
            return account.cents() > 1_000_000_000L ? iban : null;
        });
        return suspicious == null;
    }

    public static void main(String[] args) {
        Main bank = new Main();
        bank.open(5000);
        bank.interest(15);
        bank.fees();

        DayTotals totals = new DayTotals();
        bank.accounts.forEachValue(1, totals::book);
        for (Account account : bank.accounts.values()) {
            if (account.cents() != 0) { // safe: passes have ended
                totals.count();
            }
        }
        long exact = bank.accounts.reduceValuesToLong(1, Account::cents, 0, Long::sum); // safe: pure reduction
        System.out.println("deposits " + totals.deposits + ", overdrafts " + totals.overdrafts); // safe: pass has ended
        System.out.println("exact balance " + exact + " on " + totals.accounts + " accounts");

        bank.dun();
        bank.print();
        System.out.println(bank.dunning.size() + " dunned, " + bank.statement.size() + " lines"); // safe: pass has ended
        System.out.println("audit " + (bank.audit() ? "passed" : "failed") + ", house " + bank.house.cents);
    }
}
