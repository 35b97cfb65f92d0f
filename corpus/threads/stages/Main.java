package threads.stages;

import java.util.concurrent.CompletableFuture;

/** A travel offer is put together by stages of CompletableFuture; some of them leave traces in shared fields. */
public final class Main {
    static final class Offer {
        int flight;
        int hotel;
        String text;
    }

    static final class Desk {
        int lookups;
        int priced;
        int delivered;
        String lastError = "";

        CompletableFuture<Integer> price(String what) {
            return CompletableFuture.supplyAsync(() -> {
                lookups++; // race:lookups
                return what.length() * 100;
            });
        }

        CompletableFuture<Offer> offer(String from, String to) {
            Offer offer = new Offer();
            CompletableFuture<Integer> flight = price(from + to).thenApply(p -> {
                offer.flight = p; // safe: the combining stage comes after
                return p;
            });
            CompletableFuture<Integer> hotel = price(to).thenApplyAsync(p -> {
                offer.hotel = p; // safe: the combining stage comes after
                return p + 1;
            });
            return flight.thenCombine(hotel, (a, b) -> {
                offer.text = offer.flight + "+" + offer.hotel + "=" + (a + b); // safe: both stages are done
                priced++; // race:priced
                return offer;
            });
        }
    }

    public static void main(String[] args) {
        Desk desk = new Desk();
        CompletableFuture<Offer> rome = desk.offer("Bern", "Rome");
        CompletableFuture<Offer> oslo = desk.offer("Bern", "Oslo");
        CompletableFuture<Void> done = rome.thenCombine(oslo, (a, b) -> a.text + ", " + b.text)
                .whenComplete((text, error) -> {
                    desk.delivered++; // safe: one stage, main reads it after join
                    if (error != null) {
                        desk.lastError = error.toString(); // safe: as above
                    }
                })
                .thenAccept(text -> {
                    if (text.isEmpty()) {
                        throw new IllegalStateException();
                    }
                });
        int early = desk.priced; // race:priced
        int looked = desk.lookups; // race:lookups
        done.join();
        System.out.println(rome.join().text + " " + desk.delivered + desk.lastError); // safe: after join
        if (early > 2 || looked > 4 || desk.lookups == 0) { // safe: every lookup comes before the last stage
            throw new AssertionError();
        }
    }
}
