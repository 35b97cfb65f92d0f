package loops.multi;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Messages are split by mapMulti into parts, with buffers of the iteration and buffers of everybody. */
public final class Main {
    static final class Part {
        final String text;
        int weight;
        boolean sent;

        Part(String text) {
            this.text = text;
        }
    }

    static final class Message {
        final String text;
        final List<Part> parts = new ArrayList<>();
        int splits;

        Message(String text) {
            this.text = text;
        }
    }

    static final class Splitter {
        private final StringBuilder buffer = new StringBuilder(1 << 12);
        private final AtomicInteger words = new AtomicInteger();
        private final Map<String, Part> interned = new HashMap<>(512);
        private int messages;

        void split(Message message, Consumer<Part> sink) {
            messages++; // race:messages
            for (String word : message.text.split(" ")) {
                words.incrementAndGet(); // safe: atomic
                Part part = new Part(word);
                part.weight = word.length(); // safe: made by this call
                message.parts.add(part); // safe: each message is one element
                sink.accept(part);
            }
            message.splits++; // safe: each message is one element
        }

        void buffered(Message message, Consumer<String> sink) {
            buffer.append(message.text.charAt(0)); // race:buffer
            StringBuilder own = new StringBuilder();
            own.append(message.text).append('.'); // safe: made by this call
            sink.accept(own.toString());
        }

        void intern(Message message, Consumer<Part> sink) {
            for (String word : message.text.split(" ")) {
                Part part;
                synchronized (interned) {
                    part = interned.computeIfAbsent(word, Part::new); // safe: every use holds the map
                }
                sink.accept(part);
            }
        }
    }

    public static void main(String[] args) {
        List<Message> messages = IntStream.range(0, 90)
                .mapToObj(i -> new Message("to " + i % 9 + " please"))
                .collect(Collectors.toList());
        Splitter splitter = new Splitter();
        int weight = messages.parallelStream().<Part>mapMulti(splitter::split).mapToInt(part -> {
            part.sent = true; // safe: parts of one message each
            return part.weight; // safe: parts of one message each
        }).sum();
        long lines = messages.parallelStream().<String>mapMulti(splitter::buffered).filter(line -> line.endsWith(".")).count();
        messages.parallelStream().<Part>mapMulti(splitter::intern).forEach(part -> {
            part.weight++; // race:weight
            synchronized (part) {
                part.sent = true; // safe: every use of these parts holds the part
            }
        });
        int odd = messages.parallelStream().mapMultiToInt((message, sink) -> {
            message.splits += 2; // safe: each message is one element
            sink.accept(message.splits);
        }).sum();
        System.out.println(weight + " " + lines + " " + odd + " " + splitter.words.get() + " " + splitter.interned.size());
        if (splitter.messages > 90 || splitter.buffer.length() > 90) { // safe: the loops have ended
            throw new AssertionError();
        }
    }
}
