package heldout.maildigest;

import java.text.DateFormat;
import java.text.SimpleDateFormat;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.stream.Collectors;

public class Main {

    private static final DateFormat STAMP = new SimpleDateFormat("yyyy-MM-dd HH:mm");

    enum Topic { BUILD, REVIEW, INCIDENT }

    record Event(Topic topic, String text, Date when) { }

    record Mail(String to, String subject, String body) { }

    interface MailServer {
        boolean deliver(Mail m);
    }

    static class Subscriptions {
        private final Map<String, Set<Topic>> topics = new TreeMap<>();
        private final Set<String> bounced = new HashSet<>();

        Subscriptions add(String address, Topic... wanted) {
            topics.put(address, Set.of(wanted)); // safe: filled before the run starts
            return this;
        }

        List<String> addresses() {
            return new ArrayList<>(topics.keySet()); // safe: only read now
        }

        boolean wants(String address, Topic t) {
            return topics.get(address).contains(t); // safe: only read now
        }

        void markBounced(String address) {
            bounced.add(address); // race:bounced
        }

        boolean hasBounced(String address) {
            return bounced.contains(address); // race:bounced
        }
    }

    static class DigestRun {
        private final Subscriptions subs;
        private final MailServer server;
        private final List<Event> events;
        private final ExecutorService pool;
        private final StringBuilder log = new StringBuilder();
        private int sent;

        DigestRun(Subscriptions subs, MailServer server, List<Event> events, ExecutorService pool) {
            this.subs = subs;
            this.server = server;
            this.events = List.copyOf(events);
            this.pool = pool;
        }

        void execute() {
            List<CompletableFuture<Void>> all = new ArrayList<>();
            for (String address : subs.addresses()) {
                all.add(CompletableFuture
                        .supplyAsync(() -> render(address), pool)
                        .thenApplyAsync(this::send, pool)
                        .thenAccept(ok -> {
                            if (ok) {
                                sent++; // race:sent
                            }
                        }));
            }
            CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).join();
        }

        private Mail render(String address) {
            String body = events.stream() // safe: immutable list, sequential stream
                    .filter(e -> subs.wants(address, e.topic()))
                    .sorted(Comparator.comparing(Event::when))
                    .map(this::line)
                    .collect(Collectors.joining("\n")); // safe: as its neighbours (false alarm: formatting a date counts as writing to it)
            return new Mail(address, "Your digest", body);
        }

        private String line(Event e) {
            String at = STAMP.format(e.when()); // race:stamp
            return at + " " + e.topic() + " " + e.text();
        }

        private boolean send(Mail m) {
            if (m.body().isEmpty() || subs.hasBounced(m.to())) {
                return false;
            }
            boolean ok = server.deliver(m);
            if (!ok) {
                subs.markBounced(m.to());
            }
            synchronized (log) {
                log.append(m.to()).append(ok ? " ok" : " bounced").append('\n'); // safe: synchronized on log
            }
            return ok;
        }

        String report() {
            return log + "sent " + sent; // safe: called after execute has joined everything
        }
    }

    public static void main(String[] args) {
        Date start = new Date(1_700_000_000_000L);
        System.out.println("digest of " + STAMP.format(start)); // safe: before any task
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            Topic t = Topic.values()[i % 3];
            events.add(new Event(t, "event " + i, new Date(start.getTime() - i * 3_600_000L))); // safe: copied before submit
        }
        Subscriptions subs = new Subscriptions()
                .add("ann@example.org", Topic.BUILD, Topic.REVIEW)
                .add("bob@example.org", Topic.INCIDENT)
                .add("cyd@example.org", Topic.BUILD)
                .add("gone@example.org", Topic.REVIEW)
                .add("left@example.org", Topic.REVIEW, Topic.INCIDENT);

        LinkedBlockingDeque<String> outbox = new LinkedBlockingDeque<>();
        MailServer server = m -> {
            if (m.to().startsWith("gone") || m.to().startsWith("left")) {
                return false;
            }
            outbox.offerLast(m.to()); // safe: concurrent deque
            return true;
        };

        ExecutorService pool = Executors.newFixedThreadPool(3);
        DigestRun run = new DigestRun(subs, server, events, pool);
        run.execute();
        pool.shutdown();
        System.out.println(run.report());
        System.out.println("outbox " + outbox.size() + ", bounced gone: " + outbox.contains("gone@example.org"));
        System.out.println("last event " + STAMP.format(events.get(8).when())); // safe: after allOf().join()
    }
}
