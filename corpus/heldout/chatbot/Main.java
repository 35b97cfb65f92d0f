package heldout.chatbot;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;

public class Main {

    record Message(String channel, String from, String text) { }

    interface Command {
        String reply(Message m, int turn);
    }

    static class CommandRegistry {
        private final Map<String, Command> commands = new HashMap<>();

        CommandRegistry with(String word, Command c) {
            commands.put(word, c); // safe: only used while main sets the bot up
            return this;
        }

        void install(String word, Command c) {
            commands.put(word, c); // race:commands
        }

        Command find(String text) {
            String word = text.split(" ")[0].toLowerCase(Locale.ROOT);
            return commands.getOrDefault(word, (m, turn) -> "?"); // race:commands
        }
    }

    /** One actor per channel: its messages are handled one after the other on the pool. */
    static class Conversation implements Runnable {
        private final Queue<Message> mailbox = new ConcurrentLinkedQueue<>();
        private final AtomicBoolean scheduled = new AtomicBoolean();
        private final Executor executor;
        private final CommandRegistry registry;
        private final CountDownLatch answered;
        private final List<String> transcript = new ArrayList<>();
        private int turn;
        private String lastSpeaker;

        Conversation(Executor executor, CommandRegistry registry, CountDownLatch answered) {
            this.executor = executor;
            this.registry = registry;
            this.answered = answered;
        }

        void tell(Message m) {
            mailbox.add(m);
            trySchedule();
        }

        private void trySchedule() {
            if (scheduled.compareAndSet(false, true)) {
                executor.execute(this);
            }
        }

        @Override
        public void run() {
            try {
                Message m;
                int budget = 3;
                while (budget-- > 0 && (m = mailbox.poll()) != null) {
                    handle(m);
                }
            } finally {
                scheduled.set(false);
                if (!mailbox.isEmpty()) {
                    trySchedule();
                }
            }
        }

        private void handle(Message m) {
            turn++; // safe: actor, runs are chained by the scheduled flag
            lastSpeaker = m.from(); // race:speaker
            String reply = registry.find(m.text()).reply(m, turn);
            transcript.add(m.from() + "> " + m.text() + " < " + reply); // safe: actor state
            answered.countDown();
        }

        String lastSpeaker() {
            return lastSpeaker; // race:speaker
        }
    }

    static class Bot {
        private final ConcurrentMap<String, Conversation> conversations = new ConcurrentHashMap<>();
        private final ExecutorService pool = Executors.newFixedThreadPool(2);
        private final CommandRegistry registry;
        private final CountDownLatch answered;

        Bot(CommandRegistry registry, int expected) {
            this.registry = registry;
            this.answered = new CountDownLatch(expected);
        }

        void receive(Message m) {
            conversations.computeIfAbsent(m.channel(), c -> new Conversation(pool, registry, answered)).tell(m);
        }

        String whoIsTalking() {
            StringBuilder sb = new StringBuilder();
            conversations.forEach((channel, c) -> {
                sb.append(channel).append('='); // safe: local builder, forEach runs in the caller
                sb.append(c.lastSpeaker()).append(' ');
            });
            return sb.toString();
        }
    }

    static Thread gateway(Bot bot, String user, String... texts) {
        return new Thread(() -> {
            for (int i = 0; i < texts.length; i++) {
                bot.receive(new Message(i % 2 == 0 ? "general" : "dev", user, texts[i])); // safe: array is only read
            }
        }, "gateway-" + user);
    }

    public static void main(String[] args) throws InterruptedException {
        Map<String, Integer> karma = new HashMap<>();
        CommandRegistry registry = new CommandRegistry()
                .with("hello", (m, turn) -> "hi " + m.from())
                .with("turn", (m, turn) -> "turn " + turn)
                .with("karma", (m, turn) -> {
                    synchronized (karma) {
                        return m.from() + ":" + karma.merge(m.from(), 1, Integer::sum); // safe: synchronized on karma
                    }
                });
        Bot bot = new Bot(registry, 11);

        Thread plugins = new Thread(() -> {
            for (String word : List.of("joke", "time", "weather")) {
                registry.install(word, (m, turn) -> word + "!");
                Thread.yield();
            }
        }, "plugin-loader");

        Thread ann = gateway(bot, "ann", "hello", "karma", "turn", "joke", "karma");
        Thread bob = gateway(bot, "bob", "Hello", "weather please", "karma", "bye", "turn", "time");
        ann.start();
        bob.start();
        plugins.start();
        for (int i = 0; i < 3; i++) {
            System.out.println("talking: " + bot.whoIsTalking());
            Thread.yield();
        }

        bot.answered.await();
        plugins.join();
        bot.conversations.forEach((channel, c) -> {
            System.out.println("#" + channel + " turns " + c.turn); // safe: all messages counted down
            c.transcript.forEach(System.out::println); // safe: all messages counted down
        });
        synchronized (karma) {
            System.out.println(karma); // safe: synchronized on karma
        }
        bot.pool.shutdown();
    }
}
