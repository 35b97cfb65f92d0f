package loops.coref;

/** Decides whether two mentions mean the same; it has learnt before and does not learn any more. */
final class Classifier {
    private final double[] weights;
    private final double threshold;

    Classifier(double[] weights, double threshold) {
        this.weights = weights.clone();
        this.threshold = threshold;
    }

    double score(Document document, Mention earlier, Mention later) {
        double[] features = new double[weights.length];
        features[0] = Similarity.of(document, earlier.head(), later.head()); // safe: made by this call
        features[1] = earlier.gender == later.gender ? 1 : 0; // safe: mentions of one document
        features[2] = earlier.verb.equals(later.verb) ? 1 : 0; // safe: mentions of one document
        features[3] = Math.min(1, (later.sentence() - earlier.sentence()) / 6.0); // safe: made by this call
        double sum = later.pronoun() ? 0.8 : 0;
        for (int i = 0; i < weights.length; i++) {
            sum += weights[i] * features[i]; // safe: nobody writes the weights
        }
        return sum;
    }

    boolean same(double score) {
        return score > threshold; // safe: final
    }
}
