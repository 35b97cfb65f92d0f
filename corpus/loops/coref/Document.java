package loops.coref;

import java.util.ArrayList;
import java.util.List;

/** A text with its words, the mentions of persons in it, and the chains of those that mean the same. */
final class Document {
    private final String name;
    private final String text;
    private String[] words;
    private final List<Mention> mentions = new ArrayList<>();
    private final List<Chain> chains = new ArrayList<>();
    private int sentences;
    boolean finished;

    Document(String name, String text) {
        this.name = name;
        this.text = text;
    }

    String name() {
        return name;
    }

    void tokenize() {
        words = text.trim().split("\\s+"); // safe: each document is one element
        for (String word : words) { // safe: each document is one element
            if (word.equals(".")) {
                sentences++; // safe: each document is one element
            }
        }
    }

    void findMentions() {
        int sentence = 0;
        for (int i = 0; i < words.length; i++) {
            String word = words[i]; // safe: each document is one element
            if (word.equals(".")) {
                sentence++;
            } else if (Gazetteer.isPronoun(word) || Gazetteer.isSurname(word)) {
                Mention mention = new Mention(word, i, sentence);
                mention.gender = Gazetteer.gender(word); // safe: made by this iteration
                if (i > 0 && Gazetteer.isFirstName(words[i - 1])) {
                    mention = mention.withFirstName(words[i - 1]);
                }
                mention.verb = i + 1 < words.length ? Lemmas.of(words[i + 1]) : ""; // safe: made by this iteration
                mentions.add(mention); // safe: one list for each document
            }
        }
    }

    List<Mention> mentions() {
        return mentions;
    }

    List<Chain> chains() {
        return chains;
    }

    int sentences() {
        return sentences; // safe: each document is one element
    }
}
