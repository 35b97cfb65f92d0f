package loops.montecarlo;

/** Prices day by day. */
final class RatePath extends Universal {
    private final double[] prices;

    RatePath(double[] prices) {
        this.prices = prices;
        setPrompt("rates");
    }

    /** Stands for the file of a stock's prices. */
    static RatePath recorded(int days) {
        double[] prices = new double[days];
        double price = 100;
        for (int day = 0; day < days; day++) {
            price *= 1 + 0.01 * Math.sin(day * 1.7) + 0.001;
            prices[day] = price; // safe: before the loop
        }
        return new RatePath(prices);
    }

    double last() {
        return prices[prices.length - 1]; // safe: prices of one path, which is complete
    }

    double[] prices() {
        return prices;
    }

    ReturnPath returns() {
        double[] returns = new double[prices.length];
        for (int day = 1; day < prices.length; day++) {
            returns[day] = Math.log(prices[day] / prices[day - 1]); // safe: a new array, and prices of one path
        }
        note("returns of " + returns.length + " days");
        return new ReturnPath(returns);
    }
}
