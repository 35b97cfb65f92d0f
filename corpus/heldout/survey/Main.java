package heldout.survey;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Evaluates the answers of a customer survey in several ways. */
public class Main {
    record Answer(int respondent, int stars, String comment) {
    }

    /** Smallest and largest rating; immutable. */
    record Extremes(int low, int high) {
        Extremes with(Answer answer) {
            return new Extremes(Math.min(low, answer.stars()), Math.max(high, answer.stars())); // safe: a new object each time
        }

        Extremes and(Extremes other) {
            return new Extremes(Math.min(low, other.low), Math.max(high, other.high));
        }
    }

    /** Running mean, used with collect. */
    static final class Mean {
        private double sum;
        private int n;

        void add(Answer answer) {
            sum += answer.stars(); // safe: collect makes a container per task
            n++; // safe: collect makes a container per task
        }

        void add(Mean other) {
            sum += other.sum; // safe: finished containers
            n += other.n; // safe: finished containers
        }
    }

    /** Votes per number of stars, used with reduce. */
    static final class Votes {
        private final int[] byStars = new int[6];
        private int total;

        Votes vote(Answer answer) {
            byStars[answer.stars()]++; // race:votes
            total++; // race:total
            return this;
        }

        static Votes same(Votes left, Votes right) {
            return left == right ? left : right;
        }
    }

    private final StringBuilder comments = new StringBuilder(1 << 17);
    private final ConcurrentLinkedQueue<String> unhappy = new ConcurrentLinkedQueue<>();
    private Answer shortest;

    private void quote(Answer answer) {
        if (answer.comment().isEmpty()) {
            return;
        }
        if (answer.stars() <= 1) {
            unhappy.add(answer.comment());
        }
        comments.append('"').append(answer.comment()).append('"'); // race:comments
    }

    private Answer shorter(Answer a, Answer b) {
        Answer winner = a.comment().length() <= b.comment().length() ? a : b;
        shortest = winner; // race:shortest
        return winner;
    }

    private static List<Answer> answers(int count) {
        List<Answer> answers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            answers.add(new Answer(i, (i * 7) % 6, i % 3 == 0 ? "" : "comment " + i));
        }
        return answers;
    }

    public static void main(String[] args) {
        List<Answer> answers = answers(5000);
        Main survey = new Main();

        Extremes extremes = answers.parallelStream().reduce(new Extremes(99, -1), Extremes::with, Extremes::and);
        Mean mean = answers.parallelStream().collect(Mean::new, Mean::add, Mean::add);
        System.out.println(extremes + ", mean " + mean.sum / mean.n);

        Votes votes = answers.parallelStream().reduce(new Votes(), Votes::vote, Votes::same);
        System.out.println(votes.total + " votes, five stars: " + votes.byStars[5]); // safe: the reduction has ended

        answers.parallelStream().filter(a -> a.respondent() % 2 == 0).forEach(survey::quote);
        System.out.println(survey.comments.length() + " characters, " + survey.unhappy.size() + " unhappy"); // safe: after forEach

        Optional<Answer> least = answers.parallelStream().reduce(survey::shorter);
        System.out.println(least.get() + " or " + survey.shortest); // safe: after the reduction

        int[] perDecade = IntStream.range(0, answers.size() / 10)
                .parallel()
                .map(d -> answers.subList(d * 10, d * 10 + 10).stream().mapToInt(Answer::stars).sum())
                .toArray();
        StringBuilder line = new StringBuilder();
        IntStream.of(perDecade).limit(10).forEach(n -> line.append(n).append(' ')); // safe: sequential stream
        System.out.println(line);

        String digest = answers.parallelStream().map(Answer::comment).filter(c -> c.endsWith("00")).collect(Collectors.joining(";")); // safe: a joiner per task
        System.out.println(digest.length());
    }
}
