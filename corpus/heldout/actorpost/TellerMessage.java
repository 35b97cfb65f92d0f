package heldout.actorpost;

import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** What a teller understands. */
interface TellerMessage {
    record Deposit(String account, int amount) implements TellerMessage {
    }

    record Query(CompletableFuture<Map<String, Integer>> reply) implements TellerMessage {
    }
}
