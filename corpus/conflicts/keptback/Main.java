package conflicts.keptback;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** What is handed over and kept in a list as well belongs to two. */
public class Main {

    static class Parcel {
        private String label = "?";
        private int weight;
        private int stamps;
        private boolean isRecalled;

        void recall() {
            isRecalled = true; // race:recalled
        }

        void send() {
            if (!isRecalled) { // race:recalled
                stamps++; // safe: whoever took the parcel from the belt has it
            }
            weight += label.length(); // safe: the list was gone through before the belt got it
        }
    }

    static class Crate {
        private int bottles;
        private boolean isReturned;

        void fill() {
            bottles += 6; // safe: whoever took the crate from the belt has it
            isReturned = bottles > 6; // race:returned
        }

        void giveBack() {
            isReturned = true; // race:returned
        }
    }

    static void crates() throws InterruptedException {
        BlockingQueue<Crate> belt = new LinkedBlockingQueue<>();
        Thread filler = new Thread(() -> {
            try {
                while (true) {
                    belt.take().fill();
                }
            } catch (InterruptedException e) {
                System.out.println("closed");
            }
        });
        filler.setDaemon(true);
        filler.start();
        List<Crate> lent = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Crate crate = new Crate();
            crate.bottles = i; // safe: before it goes on the belt
            lent.add(crate);
            belt.put(crate);
        }
        for (Crate crate : lent) {
            crate.giveBack();
        }
    }

    static class Office {
        private int sold;
    }

    static class Letter {
        private final Office office;

        Letter(Office office) {
            this.office = office;
        }

        void post() {
            office.sold++; // race:sold
        }
    }

    static void parcels() throws InterruptedException {
        BlockingQueue<Parcel> belt = new LinkedBlockingQueue<>();
        for (int i = 0; i < 2; i++) {
            Thread clerk = new Thread(() -> {
                try {
                    while (true) {
                        belt.take().send();
                    }
                } catch (InterruptedException e) {
                    System.out.println("closed");
                }
            });
            clerk.setDaemon(true);
            clerk.start();
        }
        List<Parcel> mine = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            mine.add(new Parcel());
        }
        for (Parcel parcel : mine) {
            parcel.label = "to go"; // safe: nobody else has it yet
        }
        for (Parcel parcel : mine) {
            parcel.weight = 1; // safe: put on the belt only then
            belt.put(parcel);
        }
        for (Parcel parcel : mine) {
            parcel.recall();
        }
    }

    static void letters() throws InterruptedException {
        BlockingQueue<Letter> box = new LinkedBlockingQueue<>();
        Thread postman = new Thread(() -> {
            try {
                while (true) {
                    box.take().post();
                }
            } catch (InterruptedException e) {
                System.out.println("closed");
            }
        });
        postman.setDaemon(true);
        postman.start();
        Office office = new Office();
        List<Letter> drafts = new ArrayList<>();
        drafts.add(new Letter(office));
        drafts.add(new Letter(office));
        for (Letter letter : drafts) {
            box.put(letter);
        }
        System.out.println("any sold " + (office.sold >= 0)); // race:sold
    }

    public static void main(String[] args) throws InterruptedException {
        parcels();
        crates();
        letters();
    }
}
