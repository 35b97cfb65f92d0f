package heldout.classinit;

import java.util.HashMap;
import java.util.Map;

public class Main {

    static class Registry {
        private String region;
        private final Map<String, Integer> codes = new HashMap<>();

        private Registry() {
            region = "north"; // safe: runs inside class initialisation of Holder
            codes.put("a", 1); // safe: runs inside class initialisation of Holder
            codes.put("b", 2); // safe: runs inside class initialisation of Holder
        }

        private static class Holder {
            static final Registry INSTANCE = new Registry();
        }

        static Registry instance() {
            return Holder.INSTANCE; // safe: class initialisation orders it
        }

        int code(String key) {
            return region.length() + codes.getOrDefault(key, 0); // safe: never changed after initialisation
        }
    }

    enum Desk {
        INFO("i"), HELP("?");

        private String sign;
        private int served;

        Desk(String sign) {
            this.sign = sign; // safe: enum constants are made in class initialisation
        }

        void serve() {
            served++; // race:served
        }

        String sign() {
            return sign; // safe: set during class initialisation
        }
    }

    static class Greeter {
        private static Greeter instance;
        private String pattern;

        private Greeter(String pattern) {
            this.pattern = pattern; // race:pattern
        }

        static Greeter instance() {
            if (instance == null) { // race:instance
                instance = new Greeter("Hello %s"); // race:instance
            }
            return instance; // race:instance
        }

        String greet(String name) {
            String p = pattern; // race:pattern
            return p == null ? name : String.format(p, name);
        }
    }

    static class Rates {
        private static Rates cached;
        private final double vat;

        Rates(double vat) {
            this.vat = vat; // safe: final field
        }

        static Rates load() {
            Rates r = cached; // race:cached
            if (r == null) {
                r = new Rates(0.19);
                cached = r; // race:cached
            }
            return r;
        }

        double gross(double net) {
            return net * (1 + vat); // safe: final field
        }
    }

    static class Printer {
        private static volatile Printer instance;
        private int dpi;

        private Printer() {
            dpi = 300; // safe: published through the volatile instance
        }

        static Printer instance() {
            Printer p = instance; // safe: volatile
            if (p == null) {
                synchronized (Printer.class) {
                    p = instance; // safe: volatile
                    if (p == null) {
                        p = new Printer();
                        instance = p; // safe: volatile
                    }
                }
            }
            return p;
        }

        int dpi() {
            return dpi; // safe: written before publication
        }
    }

    private static final int[] SQUARES = new int[10];
    private static String motto = "carpe diem";

    static {
        for (int i = 0; i < SQUARES.length; i++) {
            SQUARES[i] = i * i; // safe: static initialiser
        }
    }

    private static void visit(int id) {
        int sum = Registry.instance().code(id % 2 == 0 ? "a" : "b");
        Desk.HELP.serve();
        sum += Desk.INFO.sign().length();
        sum += Greeter.instance().greet("visitor").length();
        sum += (int) Rates.load().gross(100);
        sum += Printer.instance().dpi();
        sum += SQUARES[id]; // safe: filled during class initialisation
        sum += motto.length(); // safe: never written after class initialisation
        System.out.println("visitor sum " + (sum > 0));
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] visitors = new Thread[4];
        for (int i = 0; i < visitors.length; i++) {
            int id = i;
            visitors[i] = new Thread(() -> visit(id));
        }
        for (Thread v : visitors) {
            v.start();
        }
        for (Thread v : visitors) {
            v.join();
        }
        System.out.println("served " + (Desk.HELP.served > 0)); // safe: visitors joined
    }
}
