package loops.montecarlo;

/** What one simulation has found. */
final class Result {
    private final String header;
    private double expectedReturn;
    private double volatility;
    private double finalPrice;
    private double[] path;

    Result(String header) {
        this.header = header;
    }

    String header() {
        return header;
    }

    double expectedReturn() {
        return expectedReturn; // safe: read after the loop only
    }

    void setExpectedReturn(double expectedReturn) {
        this.expectedReturn = expectedReturn; // safe: made by this iteration
    }

    double volatility() {
        return volatility; // safe: read after the loop only
    }

    void setVolatility(double volatility) {
        this.volatility = volatility; // safe: made by this iteration
    }

    double finalPrice() {
        return finalPrice; // safe: read after the loop only
    }

    void setPath(double[] path) {
        this.path = path; // safe: made by this iteration
        finalPrice = this.path[path.length - 1]; // safe: made by this iteration
    }
}
