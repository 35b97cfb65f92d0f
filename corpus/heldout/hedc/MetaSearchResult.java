package heldout.hedc;

/** One hit. */
final class MetaSearchResult {
    final String archive;
    final String title;
    final int score;

    MetaSearchResult(String archive, String title, int score) {
        this.archive = archive; // safe: final field
        this.title = title;
        this.score = score;
    }
}
