package juc.completablefuture;

import java.util.concurrent.CompletableFuture;

/** Stages of a CompletableFuture pass plain data on. */
public final class Main {
    static final int ROUNDS = 300;

    /** What is handed over. Its fields are plain: only the order of threads makes them safe. */
    static final class Parcel {
        int number;
        long weight;
        String label;
        int[] unused;

        Parcel fill(int i) {
            number = i;
            weight = i * 3L;
            label = "parcel";
            return this;
        }

        void check(int i) {
            if (number != i || weight != i * 3L || !label.equals("parcel")) {
                throw new AssertionError("a parcel was not seen as it was sent: " + number + ", not " + i);
            }
            number = -1; // safe: whoever gets it owns it
        }
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            int number = i;
            Parcel in = new Parcel().fill(i);
            CompletableFuture<Parcel> first = CompletableFuture.supplyAsync(() -> new Parcel().fill(in.number + 1));
            CompletableFuture<Parcel> second = CompletableFuture.supplyAsync(() -> new Parcel().fill(number));
            CompletableFuture<Parcel> both = first.thenCombineAsync(second, (a, b) -> {
                a.number += b.number;
                return a;
            });
            Parcel sum = both.thenApply(p -> p.fill(p.number)).handle((p, e) -> p).join();
            sum.check(2 * i + 1);
            CompletableFuture<Parcel> manual = new CompletableFuture<>();
            new Thread(() -> manual.complete(new Parcel().fill(5))).start();
            manual.get().check(5);
        }
        System.out.println("done");
    }
}
