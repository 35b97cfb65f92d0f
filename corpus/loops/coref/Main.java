package loops.coref;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Finds out which words of a text mean the same person. The documents seem to be independent of each other, and are handled
 * in parallel, but two static caches, of lemmas and of similarities, are shared by all of them.
 */
public final class Main {
    private static final String[] NAMES = {"Ada Lovelace", "Alan Turing", "Grace Hopper", "Kurt Goedel"};
    private static final String[] VERBS = {"wrote", "proved", "writes", "proves", "compiled", "counted"};

    private Main() {
    }

    static String text(int number) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 12; i++) {
            String name = NAMES[(number + i * 3) % NAMES.length];
            String subject = i % 3 == 0 ? name : i % 3 == 1 ? name.substring(name.indexOf(' ') + 1) : pronoun(name);
            text.append(subject).append(' ').append(VERBS[(number + i) % VERBS.length]).append(" something . "); // safe: before the loop
        }
        return text.toString();
    }

    private static String pronoun(String name) {
        return name.startsWith("A") && name.endsWith("e") || name.startsWith("G") ? "she" : "he";
    }

    public static void main(String[] args) {
        List<Document> documents = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            documents.add(new Document("doc " + i, text(i)));
        }
        Statistics statistics = new Statistics();
        Classifier classifier = new Classifier(new double[] {2.0, 1.0, 0.5, -1.5}, 1.2);
        documents.parallelStream().forEach(document -> {
            document.tokenize();
            document.findMentions();
            new Decoder(document, classifier, statistics).decode();
            document.finished = true; // safe: each document is one element
        });
        TreeMap<Integer, Integer> sizes = new TreeMap<>();
        for (Document document : documents) {
            if (!document.finished) { // safe: the loop has ended
                throw new AssertionError(document.name());
            }
            sizes.merge(document.chains().size(), 1, Integer::sum); // safe: the loop has ended
        }
        System.out.println(sizes + " " + statistics.report());
        System.out.println(documents.get(0).chains().get(0)); // safe: the loop has ended
        if (Lemmas.size() > 100) {
            throw new AssertionError();
        }
    }
}
