package loops.montecarlo;

/** Changes of prices day by day, with what can be estimated from them. */
final class ReturnPath extends Universal {
    private final double[] returns;
    private double expectedReturn;
    private double volatility;

    ReturnPath(double[] returns) {
        this.returns = returns;
        setPrompt("returns");
    }

    void estimate() {
        double sum = 0;
        for (double value : returns) {
            sum += value; // safe: returns of one path
        }
        double mean = sum / (returns.length - 1);
        double squares = 0;
        for (int i = 1; i < returns.length; i++) {
            squares += (returns[i] - mean) * (returns[i] - mean); // safe: returns of one path
        }
        volatility = Math.sqrt(squares / (returns.length - 1) * 365); // safe: the shared path is estimated before the loop
        expectedReturn = mean * 365 + volatility * volatility / 2; // safe: the shared path is estimated before the loop
        note("estimated");
    }

    double expectedReturn() {
        return expectedReturn; // safe: the shared path is estimated before the loop
    }

    double volatility() {
        return volatility; // safe: the shared path is estimated before the loop
    }
}
