package loops.coref;

import java.util.List;

/** Puts the mentions of one document into chains: each to the best of those before it, or into a chain of its own. */
final class Decoder {
    private final Document document;
    private final Classifier classifier;
    private final Statistics statistics;
    private int compared;

    Decoder(Document document, Classifier classifier, Statistics statistics) {
        this.document = document;
        this.classifier = classifier;
        this.statistics = statistics;
    }

    void decode() {
        List<Mention> mentions = document.mentions();
        for (int i = 0; i < mentions.size(); i++) { // safe: one list for each document
            Mention later = mentions.get(i); // safe: one list for each document
            Mention best = null;
            double bestScore = 0;
            for (int j = i - 1; j >= 0; j--) {
                Mention earlier = mentions.get(j); // safe: one list for each document
                compared++; // safe: made by this iteration
                double score = classifier.score(document, earlier, later);
                if (classifier.same(score) && score > bestScore && earlier.chain.fits(later)) { // safe: mentions of one document
                    best = earlier;
                    bestScore = score;
                }
            }
            if (best == null) {
                Chain chain = new Chain();
                document.chains().add(chain); // safe: one list for each document
                chain.add(later);
            } else {
                best.chain.add(later); // safe: mentions of one document
            }
            statistics.mention(later.named());
        }
        statistics.finish(document.sentences(), compared); // safe: made by this iteration
    }
}
