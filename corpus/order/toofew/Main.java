package order.toofew;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Latches and semaphores that let somebody through before everybody is there, and waits that nobody asks how they ended. */
public final class Main {
    private static final int PICKERS = 3;

    static final class Orchard {
        final CountDownLatch open = new CountDownLatch(1);
        final CountDownLatch picked = new CountDownLatch(PICKERS);
        final CountDownLatch carried = new CountDownLatch(1);
        final CountDownLatch pressed = new CountDownLatch(1);
        final CountDownLatch bottled = new CountDownLatch(1);
        final int[] apples = new int[PICKERS];
        final int[] crates = new int[PICKERS];
        int ladder;
        final CountDownLatch dried = new CountDownLatch(1);
        int raisins;
        int juice;
        int bottles;

        final Semaphore fed = new Semaphore(0);
        final Semaphore washed = new Semaphore(0);
        int hay;
        int oats;
        int soap;
        int water;

        void feedHorse() {
            hay = 3; // safe: both are waited for
            fed.release();
            soap = 1; // race:soap
            washed.release();
        }

        void feedMule() {
            oats = 2; // safe: both are waited for
            fed.release();
            water = 9; // race:water
            washed.release();
        }

        void pick(int me) {
            try {
                open.await();
            } catch (InterruptedException e) {
                return;
            }
            apples[me] = ladder + me; // safe: all are waited for, and the ladder was there before
            picked.countDown();
            crates[me] = 1; // race:crates
            carried.countDown();
        }

        void press() {
            juice = 8; // race:juice
            pressed.countDown();
        }

        void dry() {
            raisins = 4; // race:raisins
            dried.countDown();
        }

        void bottle() {
            bottles = 6; // safe: who waits asks whether it was long enough
            bottled.countDown();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Orchard orchard = new Orchard();
        for (int i = 0; i < PICKERS; i++) {
            int me = i;
            new Thread(() -> orchard.pick(me)).start();
        }
        new Thread(orchard::press).start();
        new Thread(orchard::bottle).start();
        new Thread(orchard::dry).start();
        orchard.ladder = 2; // safe: before the orchard opens
        orchard.open.countDown();

        orchard.picked.await();
        int sum = 0;
        for (int i = 0; i < PICKERS; i++) {
            sum += orchard.apples[i]; // safe: as many have counted down as there are pickers
        }
        orchard.carried.await();
        for (int i = 0; i < PICKERS; i++) {
            sum += orchard.crates[i]; // race:crates
        }
        orchard.pressed.await(50, TimeUnit.MILLISECONDS);
        sum += orchard.juice; // race:juice
        if (!orchard.bottled.await(5, TimeUnit.SECONDS)) {
            throw new IllegalStateException("no bottles");
        }
        sum += orchard.bottles; // safe: await has returned true
        if (!orchard.dried.await(20, TimeUnit.MILLISECONDS)) {
            System.out.print("");
        }
        sum += orchard.raisins; // race:raisins
        new Thread(orchard::feedHorse).start();
        new Thread(orchard::feedMule).start();
        orchard.fed.acquire(2);
        sum += orchard.hay + orchard.oats; // safe: as many have released as there are animals
        orchard.washed.acquire();
        sum += orchard.soap; // race:soap
        sum += orchard.water; // race:water
        System.out.println(sum >= 0 ? "done" : "?");
    }
}
