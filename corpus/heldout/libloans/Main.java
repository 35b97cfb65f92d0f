package heldout.libloans;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

public class Main {

    enum Status { ON_SHELF, ON_LOAN }

    record Member(String id, String name) { }

    record Loan(Member member, String isbn, LocalDate due) { }

    interface LoanListener {
        void onLoan(Loan loan);
    }

    static class Book {
        private final String isbn;
        private final String title;
        private Status status = Status.ON_SHELF;
        private int timesLent;

        Book(String isbn, String title) {
            this.isbn = isbn;
            this.title = title;
        }

        synchronized boolean checkOut() {
            if (status != Status.ON_SHELF) { // safe: book's own monitor
                return false;
            }
            status = Status.ON_LOAN; // safe: book's own monitor
            timesLent++; // race:lent
            return true;
        }

        synchronized void checkIn() {
            status = Status.ON_SHELF; // safe: book's own monitor
        }

        int popularity() {
            return timesLent; // race:lent
        }
    }

    static class Catalogue {
        private final Map<String, Book> books = new LinkedHashMap<>();

        Catalogue with(String isbn, String title) {
            books.put(isbn, new Book(isbn, title)); // safe: main fills the catalogue before any desk opens
            return this;
        }

        Optional<Book> find(String isbn) {
            return Optional.ofNullable(books.get(isbn)); // safe: map only read once desks run
        }

        Collection<Book> all() {
            return books.values();
        }
    }

    static class Journal implements LoanListener {
        private final List<Loan> entries = new ArrayList<>();
        private Loan latest;

        @Override
        public void onLoan(Loan loan) {
            latest = loan; // race:latest
            synchronized (entries) {
                entries.add(loan); // safe: guarded by entries
            }
        }

        Loan latest() {
            return latest; // safe: only asked for after the desks were joined
        }

        int size() {
            synchronized (entries) {
                return entries.size(); // safe: guarded by entries
            }
        }
    }

    static class LoanDesk implements Runnable {
        private final Catalogue catalogue;
        private final Member member;
        private final String[] wishes;
        private final List<LoanListener> listeners = new ArrayList<>();
        private int refused;

        LoanDesk(Catalogue catalogue, Member member, String... wishes) {
            this.catalogue = catalogue;
            this.member = member;
            this.wishes = wishes;
        }

        void addListener(LoanListener l) {
            listeners.add(l); // safe: before this desk's thread is started
        }

        @Override
        public void run() {
            LocalDate due = LocalDate.of(2024, 3, 1).plusWeeks(4);
            for (String isbn : wishes) {
                Optional<Book> hit = catalogue.find(isbn);
                if (hit.isEmpty() || !hit.get().checkOut()) {
                    refused++; // safe: one thread per desk
                    continue;
                }
                Loan loan = new Loan(member, isbn, due);
                for (LoanListener l : listeners) { // safe: no more listeners are added
                    l.onLoan(loan);
                }
                if (isbn.endsWith("3")) {
                    hit.get().checkIn();
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        final Catalogue catalogue = new Catalogue()
                .with("978-1", "The Trial")
                .with("978-2", "Middlemarch")
                .with("978-3", "Solaris")
                .with("978-4", "Kim")
                .with("978-5", "Emma");
        Journal journal = new Journal();
        LoanDesk front = new LoanDesk(catalogue, new Member("m1", "Ada"), "978-1", "978-2", "978-3");
        LoanDesk back = new LoanDesk(catalogue, new Member("m2", "Karl"), "978-3", "978-4", "978-5", "978-9");
        front.addListener(journal);
        back.addListener(journal);

        Thread reporter = new Thread("bestsellers") {
            @Override
            public void run() {
                List<Book> sorted = new ArrayList<>(catalogue.all());
                sorted.sort(Comparator.comparing(b -> b.title)); // safe: local list, final field
                int best = 0;
                for (Book b : sorted) {
                    best = Math.max(best, b.popularity());
                }
                System.out.println("most lent right now: " + best);
            }
        };
        Thread t1 = new Thread(front, "front-desk");
        Thread t2 = new Thread(back, "back-desk");
        t1.start();
        t2.start();
        reporter.start();
        t1.join();
        t2.join();
        reporter.join();

        System.out.println(journal.size() + " loans, last " + journal.latest());
        int refused = front.refused + back.refused; // safe: both desks joined
        System.out.println(refused + " refused");
    }
}
