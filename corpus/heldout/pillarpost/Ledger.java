package heldout.pillarpost;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

class Ledger extends Actor<Ledger.Entry> {

    interface Entry {
    }

    record Delivered(String address, int carrier) implements Entry {
    }

    record Summary(CompletableFuture<Map<String, Integer>> reply) implements Entry {
    }

    private final Map<String, Integer> byAddress = new HashMap<>();
    private int total;

    Ledger(Executor executor) {
        super(executor);
    }

    @Override
    protected void receive(Entry entry) {
        if (entry instanceof Delivered d) {
            byAddress.merge(d.address(), 1, Integer::sum); // safe: state of the actor
            total++; // safe: state of the actor
        } else if (entry instanceof Summary s) {
            Map<String, Integer> copy = new HashMap<>(byAddress); // safe: state of the actor
            copy.put("total", total); // safe: copy is local until completed
            copy.put("received", received());
            s.reply().complete(copy);
        }
    }
}
