package loops.coref;

import java.util.ArrayList;
import java.util.List;

/** Mentions that mean the same person. */
final class Chain {
    private final List<Mention> members = new ArrayList<>();
    private char gender = '?';

    void add(Mention mention) {
        members.add(mention); // safe: chains of one document
        mention.chain = this; // safe: mentions of one document
        if (gender == '?') { // safe: chains of one document
            gender = mention.gender; // safe: chains of one document
        }
    }

    boolean fits(Mention mention) {
        return gender == '?' || mention.gender == '?' || gender == mention.gender; // safe: chains of one document
    }

    int size() {
        return members.size(); // safe: chains of one document
    }

    @Override
    public String toString() {
        return members.toString(); // safe: the loop has ended
    }
}
