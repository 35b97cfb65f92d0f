package heldout.wronglockstwo;

import java.util.ArrayList;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.List;

public class Main {

    static class Turnstile {
        private static int passed;
        private static int opened;

        static synchronized void pass() {
            passed++; // race:passed
        }

        synchronized void passGroup(int n) {
            passed += n; // race:passed
        }

        static synchronized void open() {
            opened++; // safe: class monitor
        }

        void openMany(int n) {
            synchronized (Turnstile.class) {
                opened += n; // safe: class monitor, same as the static method
            }
        }
    }

    static class Meter {
        private Integer reading = 0;
        private int pulses;
        private int ticks;
        private final Object mutex = new Object();

        void read() {
            synchronized (reading) { // race:reading
                reading = reading + 1; // race:reading
            }
        }

        void pulse() {
            synchronized (new Object()) {
                pulses++; // race:pulses
            }
        }

        void tick() {
            synchronized (mutex) {
                ticks++; // safe: final mutex
            }
        }
    }

    static class Branch {
        private static final List<String> ALL_SALES = new ArrayList<>(1024);
        private final List<String> sales = new ArrayList<>();
        private final String city;

        Branch(String city) {
            this.city = city;
        }

        synchronized void sell(String what) {
            sales.add(what); // safe: monitor of this branch
            ALL_SALES.add(city + ":" + what); // race:ALL_SALES
        }

        synchronized int count() {
            return sales.size(); // safe: monitor of this branch
        }
    }

    static class Guestbook {
        private final List<String> names = Collections.synchronizedList(new ArrayList<>(256));
        private final List<String> remarks = Collections.synchronizedList(new ArrayList<>(256));

        void sign(String name) {
            names.add(name); // race:names
            remarks.add("nice, " + name); // safe: synchronized wrapper
        }

        int letters() {
            int sum = 0;
            try {
                for (String n : names) { // race:names
                    sum += n.length();
                }
            } catch (ConcurrentModificationException e) {
                return -1;
            }
            return sum;
        }

        int remarkLetters() {
            int sum = 0;
            synchronized (remarks) {
                for (String r : remarks) { // safe: the wrapper's own monitor is held
                    sum += r.length();
                }
            }
            return sum;
        }
    }

    static void together(Runnable... bodies) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (Runnable b : bodies) {
            Thread t = new Thread(() -> {
                for (int i = 0; i < 50; i++) {
                    b.run();
                }
            });
            threads.add(t);
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Turnstile gate = new Turnstile();
        together(Turnstile::pass, () -> gate.passGroup(3), Turnstile::open, () -> gate.openMany(2));
        System.out.println("passed " + (Turnstile.passed > 0) + ", opened " + Turnstile.opened); // safe: joined

        Meter meter = new Meter();
        Runnable all = () -> {
            meter.read();
            meter.pulse();
            meter.tick();
        };
        together(all, all);
        System.out.println("ticks " + meter.ticks + ", " + (meter.reading > 0 && meter.pulses > 0)); // safe: joined

        Branch graz = new Branch("Graz");
        Branch linz = new Branch("Linz");
        together(() -> graz.sell("pen"), () -> linz.sell("ink"), () -> linz.sell("cup"));
        System.out.println("sales " + (graz.count() + linz.count()) + " " + !Branch.ALL_SALES.isEmpty()); // safe: joined

        Guestbook book = new Guestbook();
        together(() -> book.sign("Ada"), () -> book.sign("Alan"), book::letters, book::remarkLetters);
        System.out.println("letters " + book.letters() + " " + book.remarkLetters());
    }
}
