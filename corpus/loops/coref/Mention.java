package loops.coref;

/** A place in a text that means a person. */
final class Mention implements Cloneable {
    private final String head;
    private final int position;
    private final int sentence;
    private String firstName;
    char gender;
    String verb;
    Chain chain;

    Mention(String head, int position, int sentence) {
        this.head = head;
        this.position = position;
        this.sentence = sentence;
    }

    Mention withFirstName(String name) {
        Mention copy = clone();
        copy.firstName = name; // safe: a copy made by this iteration
        copy.gender = Gazetteer.gender(name); // safe: a copy made by this iteration
        return copy;
    }

    @Override
    protected Mention clone() {
        try {
            return (Mention) super.clone(); // safe: copies a mention of the same document
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    String head() {
        return head;
    }

    int sentence() {
        return sentence;
    }

    boolean named() {
        return firstName != null; // safe: mentions of one document
    }

    boolean pronoun() {
        return Gazetteer.isPronoun(head);
    }

    @Override
    public String toString() {
        return (firstName == null ? "" : firstName + " ") + head + "@" + position; // safe: the loop has ended
    }
}
