package loops.montecarlo;

/** Values that all simulations start with; they are read by all iterations and written by none. */
final class InitialValues {
    private final ReturnPath returns;
    private final double dTime;
    private final int steps;
    private final double startPrice;

    InitialValues(ReturnPath returns, double dTime, int steps, double startPrice) {
        this.returns = returns;
        this.dTime = dTime;
        this.steps = steps;
        this.startPrice = startPrice;
    }

    double expectedReturn() {
        return returns.expectedReturn(); // safe: estimated before the loop
    }

    double volatility() {
        return returns.volatility(); // safe: estimated before the loop
    }

    double dTime() {
        return dTime;
    }

    int steps() {
        return steps;
    }

    double startPrice() {
        return startPrice;
    }
}
