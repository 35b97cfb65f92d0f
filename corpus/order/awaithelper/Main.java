package order.awaithelper;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** Phases whose barrier is waited for by a method of the program: which phase it is, only its callers know. */
public class Main {
    static final int DANCERS = 3;
    static final int[] places = new int[DANCERS];
    static final int[] masks = new int[DANCERS];
    static final int[] bows = new int[DANCERS];
    static final int[] turns = new int[DANCERS];
    static final Hall hall = new Hall();
    static final Hall porch = new Hall();

    static class Hall {
        final CyclicBarrier floor = new CyclicBarrier(DANCERS);
        int crossings;

        void meet() {
            try {
                floor.await();
            } catch (InterruptedException | BrokenBarrierException e) {
                throw new IllegalStateException(e);
            }
        }

        void meetTwiceRemoved() {
            meet();
        }

        void meetIf(boolean wanted) {
            if (wanted) {
                meet();
            }
        }

        void meetAndCount() {
            meet();
            crossings++; // race:crossings
        }
    }

    static void dance(int id) {
        int next = (id + 1) % DANCERS;
        for (int round = 0; round < 3; round++) {
            int place = places[next]; // safe: written in the other phase
            hall.meet();
            places[id] += place; // safe: read in the other phase
            hall.meetTwiceRemoved();
            int mask = masks[next]; // race:masks
            masks[id] = mask + 1; // race:masks
        }
        int bow = bows[next]; // race:bows
        porch.meetIf(id > 0);
        bows[id] = bow + 1; // race:bows
        porch.meetAndCount();
        turns[id] = 1; // race:turns
        porch.meet();
        turns[next]++; // race:turns
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] dancers = new Thread[DANCERS];
        for (int i = 0; i < DANCERS; i++) {
            int id = i;
            dancers[i] = new Thread(() -> dance(id));
            dancers[i].start();
        }
        for (Thread dancer : dancers) {
            dancer.join();
        }
        System.out.println("danced");
    }
}
