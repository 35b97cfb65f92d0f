package heldout.joinforms;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

public final class Main {

    private static class SliceSummer extends Thread {
        private final int[] data;
        private final int from;
        private final int to;
        private long sum;
        private int processed;

        SliceSummer(int[] data, int from, int to) {
            super("summer-" + from);
            this.data = data;
            this.from = from;
            this.to = to;
        }

        @Override
        public void run() {
            for (int i = from; i < to; i++) {
                sum += data[i]; // safe: read by others only after join
                processed++; // race:processed
            }
        }

        long sum() {
            return sum; // safe: called only after joinAll
        }

        int processed() {
            return processed; // race:processed
        }
    }

    private static final class WordCounter implements Runnable {
        private final String text;
        private int words;

        WordCounter(String text) {
            this.text = text;
        }

        @Override
        public void run() {
            for (String part : text.split(" ")) {
                if (!part.isBlank()) {
                    words++; // race:words
                }
            }
        }

        int words() {
            return words; // race:words
        }
    }

    private static final class Tally {
        private int vowels;
        private int letters;
    }

    private static void joinAll(Iterable<? extends Thread> threads) throws InterruptedException {
        for (Thread t : threads) {
            t.join();
        }
    }

    private static int countWords(List<String> lines) throws InterruptedException {
        List<WordCounter> counters = new ArrayList<>();
        Thread[] threads = new Thread[lines.size()];
        for (int i = 0; i < threads.length; i++) {
            WordCounter counter = new WordCounter(lines.get(i));
            counters.add(counter); // safe: the list is used by the caller only
            threads[i] = new Thread(counter);
            threads[i].start();
        }
        for (int i = 0; i < threads.length; i += 2) {
            threads[i].join();
        }
        return counters.stream().mapToInt(WordCounter::words).sum();
    }

    private static int countVowels(String text) throws InterruptedException {
        Tally tally = new Tally();
        Thread counter = new Thread(() -> {
            for (char c : text.toCharArray()) {
                if ("aeiou".indexOf(c) >= 0) {
                    tally.vowels++; // safe: the other thread waits for isAlive() to be false
                }
            }
        });
        counter.start();
        while (counter.isAlive()) {
            counter.join(5);
        }
        return tally.vowels; // safe: the thread was seen dead
    }

    private static int countLetters(String text) throws InterruptedException {
        Tally tally = new Tally();
        Thread first = new Thread(() -> {
            tally.letters = (int) text.chars().filter(Character::isLetter).count(); // safe: joined by second
        });
        Thread second = new Thread(() -> {
            try {
                first.join();
                tally.letters *= 2; // safe: after first, before the join of second
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        first.start();
        second.start();
        second.join();
        return tally.letters; // safe: join of second
    }

    public static void main(String[] args) throws InterruptedException {
        int[] data = new int[40_000];
        Arrays.setAll(data, i -> i % 17); // safe: before the threads start
        List<SliceSummer> summers = new ArrayList<>();
        for (int from = 0; from < data.length; from += 10_000) {
            summers.add(new SliceSummer(data, from, from + 10_000));
        }
        summers.forEach(Thread::start);
        int seen = 0;
        for (SliceSummer s : summers) {
            seen += s.processed();
        }
        System.out.println("processed so far: " + seen);
        joinAll(summers);
        System.out.println("sum: " + summers.stream().mapToLong(SliceSummer::sum).sum());

        List<String> lines = List.of("to be or not", "to be that is", "the question", "whether tis nobler");
        System.out.println("words: " + countWords(lines));
        System.out.println("vowels: " + countVowels("programming in the small"));
        System.out.println("letters: " + countLetters("in the large"));
    }
}
