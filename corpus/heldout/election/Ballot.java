package heldout.election;

/** What a voter hands in. */
sealed interface Ballot permits Ballot.Vote, Ballot.Blank, Ballot.End {
    record Vote(String district, String candidate, int weight) implements Ballot { }

    record Blank(String district) implements Ballot { }

    record End() implements Ballot { }
}
