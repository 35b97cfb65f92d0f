package heldout.mailboxtwo;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Minimal actor: one turn at a time, on whichever thread of the dispatcher is free. */
abstract class Actor<M> implements Runnable {
    private static final int THROUGHPUT = 16;

    private final String name;
    private final Executor dispatcher;
    private final Queue<M> mailbox = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final AtomicInteger failures = new AtomicInteger();
    private long handled;
    private int turns;

    Actor(String name, Executor dispatcher) {
        this.name = name;
        this.dispatcher = dispatcher;
    }

    final String name() {
        return name;
    }

    final void tell(M message) {
        mailbox.add(message);
        schedule();
    }

    private void schedule() {
        if (scheduled.compareAndSet(false, true)) {
            dispatcher.execute(this);
        }
    }

    @Override
    public final void run() {
        turns++; // safe: turns are ordered by the scheduled flag
        if (turns % 100 == 0) { // safe: turns are ordered by the scheduled flag
            Thread.yield();
        }
        try {
            for (int i = 0; i < THROUGHPUT; i++) {
                M message = mailbox.poll();
                if (message == null) {
                    break;
                }
                handled++; // race:handled
                receive(message);
            }
        } catch (RuntimeException e) {
            failures.incrementAndGet(); // safe: atomic
        } finally {
            scheduled.set(false);
            if (!mailbox.isEmpty()) {
                schedule();
            }
        }
    }

    abstract void receive(M message);

    final long handled() {
        return handled; // race:handled
    }

    final int failures() {
        return failures.get();
    }

    final int backlog() {
        return mailbox.size(); // safe: concurrent queue
    }
}

record Entry(String account, long cents) {
}

sealed interface LedgerMessage {
    record Post(List<Entry> entries) implements LedgerMessage {
    }

    record Totals(CompletableFuture<Map<String, Long>> reply) implements LedgerMessage {
    }
}

final class LedgerActor extends Actor<LedgerMessage> {
    private final Map<String, Long> totals = new HashMap<>();
    private int batches;

    LedgerActor(Executor dispatcher) {
        super("ledger", dispatcher);
    }

    @Override
    void receive(LedgerMessage message) {
        if (message instanceof LedgerMessage.Post post) {
            batches++; // safe: actor state, touched in turns only
            for (Entry e : post.entries()) { // race:buffer
                if (e != null) {
                    totals.merge(e.account(), e.cents(), Long::sum); // safe: actor state
                }
            }
        } else if (message instanceof LedgerMessage.Totals ask) {
            var copy = new HashMap<>(totals); // safe: actor state, and a copy leaves the actor
            copy.put("#batches", (long) batches); // safe: not yet handed out
            ask.reply().complete(copy);
        }
    }
}

sealed interface TellerMessage {
    record Deposit(String account, long cents) implements TellerMessage {
    }

    record Transfer(String from, String to, long cents) implements TellerMessage {
    }

    record CloseOfDay(CountDownLatch done) implements TellerMessage {
    }
}

final class TellerActor extends Actor<TellerMessage> {
    private static final int BATCH = 6;

    private final LedgerActor ledger;
    private final List<Entry> buffer = new ArrayList<>();

    TellerActor(String name, Executor dispatcher, LedgerActor ledger) {
        super(name, dispatcher);
        this.ledger = ledger;
    }

    @Override
    void receive(TellerMessage message) {
        if (message instanceof TellerMessage.Deposit d) {
            append(new Entry(d.account(), d.cents()));
        } else if (message instanceof TellerMessage.Transfer t) {
            ledger.tell(new LedgerMessage.Post(List.of( // safe: an immutable list
                    new Entry(t.from(), -t.cents()),
                    new Entry(t.to(), t.cents()))));
        } else if (message instanceof TellerMessage.CloseOfDay c) {
            var rest = List.copyOf(buffer); // safe: reads against the ledger's reads
            ledger.tell(new LedgerMessage.Post(rest)); // safe: an immutable list
            c.done().countDown();
        }
    }

    private void append(Entry entry) {
        buffer.add(entry); // race:buffer
        if (buffer.size() >= BATCH) { // safe: reads against the ledger's reads
            ledger.tell(new LedgerMessage.Post(buffer));
            buffer.clear(); // race:buffer
        }
    }
}

sealed interface RateMessage {
    record Refresh(String currency) implements RateMessage {
    }

    record Arrived(String currency, double rate) implements RateMessage {
    }

    record Convert(String currency, long cents, CompletableFuture<Long> reply) implements RateMessage {
    }
}

final class RateActor extends Actor<RateMessage> {
    private final Executor io;
    private final Map<String, Double> rates = new HashMap<>();
    private int outstanding;
    private String lastRefreshed = "none";

    RateActor(Executor dispatcher, Executor io) {
        super("rates", dispatcher);
        this.io = io;
    }

    @Override
    void receive(RateMessage message) {
        if (message instanceof RateMessage.Refresh r) {
            outstanding++; // safe: actor state
            CompletableFuture.supplyAsync(() -> lookup(r.currency()), io)
                    .thenAccept(rate -> {
                        lastRefreshed = r.currency(); // race:lastrefreshed
                        tell(new RateMessage.Arrived(r.currency(), rate)); // safe: back through the mailbox
                    });
        } else if (message instanceof RateMessage.Arrived a) {
            outstanding--; // safe: actor state
            rates.put(a.currency(), a.rate()); // safe: actor state
        } else if (message instanceof RateMessage.Convert c) {
            double rate = rates.getOrDefault(c.currency(), 1.0); // safe: actor state
            boolean busy = outstanding > 3; // safe: actor state
            if (busy && c.currency().equals(lastRefreshed)) { // race:lastrefreshed
                rate = Math.rint(rate * 100) / 100;
            }
            c.reply().complete(Math.round(c.cents() * rate));
        }
    }

    private static double lookup(String currency) {
        return 1.0 + (currency.hashCode() & 7) / 10.0 + ThreadLocalRandom.current().nextDouble() / 100;
    }
}

/** Prints what the actors do. */
final class Monitor implements Runnable {
    private final List<Actor<?>> actors;
    private volatile boolean stopped;
    private long peakBacklog;

    Monitor(List<Actor<?>> actors) {
        this.actors = List.copyOf(actors);
    }

    @Override
    public void run() {
        while (!stopped) {
            long sum = 0;
            for (var actor : actors) {
                sum += actor.handled();
                peakBacklog = Math.max(peakBacklog, actor.backlog()); // safe: main reads it after the join
            }
            if (sum < 0) {
                System.out.println("overflow");
            }
            Thread.yield();
        }
    }

    void stop() {
        stopped = true; // safe: volatile
    }

    long peakBacklog() {
        return peakBacklog; // safe: main asks after the join
    }
}

public class Main {
    private static final String[] ACCOUNTS = {"acme", "globex", "initech", "umbrella"};

    public static void main(String[] args) throws Exception {
        ExecutorService dispatcher = Executors.newFixedThreadPool(4);
        ExecutorService io = Executors.newFixedThreadPool(2);
        var ledger = new LedgerActor(dispatcher);
        var rates = new RateActor(dispatcher, io);
        List<TellerActor> tellers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            tellers.add(new TellerActor("teller-" + i, dispatcher, ledger));
        }

        List<Actor<?>> all = new ArrayList<>(tellers);
        all.add(ledger);
        all.add(rates);
        var monitor = new Monitor(all);
        var monitorThread = new Thread(monitor, "monitor");
        monitorThread.start();

        List<CompletableFuture<Long>> conversions = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            var teller = tellers.get(i % tellers.size());
            String account = ACCOUNTS[i % ACCOUNTS.length];
            if (i % 5 == 4) {
                teller.tell(new TellerMessage.Transfer(account, ACCOUNTS[(i + 1) % ACCOUNTS.length], 50));
            } else {
                teller.tell(new TellerMessage.Deposit(account, 100 + i));
            }
            if (i % 20 == 0) {
                rates.tell(new RateMessage.Refresh(i % 40 == 0 ? "EUR" : "SEK"));
            }
            if (i % 15 == 0) {
                var reply = new CompletableFuture<Long>();
                conversions.add(reply); // safe: list stays in main
                rates.tell(new RateMessage.Convert("EUR", 1000 + i, reply));
            }
        }
        long converted = 0;
        for (var c : conversions) {
            converted += c.join();
        }

        var closed = new CountDownLatch(tellers.size());
        tellers.forEach(t -> t.tell(new TellerMessage.CloseOfDay(closed)));
        closed.await();
        var totals = new CompletableFuture<Map<String, Long>>();
        ledger.tell(new LedgerMessage.Totals(totals));
        Map<String, Long> result = totals.join();
        for (var account : ACCOUNTS) {
            System.out.println(account + " " + (result.get(account) != null)); // safe: copy passed through the future
        }

        monitor.stop();
        monitorThread.join();
        io.shutdown();
        dispatcher.shutdown();
        System.out.println("converted " + (converted > 0) + ", peak backlog " + (monitor.peakBacklog() >= 0));
        System.out.println("failed turns " + (all.stream().mapToInt(Actor::failures).sum() >= 0));
    }
}
