package heldout.orderbooktwo;

import java.util.concurrent.CompletableFuture;

record Trade(String symbol, long price, int quantity, String buyer, String seller) {
}

record Quote(long bid, long ask, long sequence) {
}

record TraderSummary(int orders, int filledSeen, int cancelled) {
}

sealed interface BookCommand {
    record Submit(Order order) implements BookCommand {
    }

    record Cancel(Order order, CompletableFuture<Boolean> reply) implements BookCommand {
    }

    record Halt() implements BookCommand {
    }
}
