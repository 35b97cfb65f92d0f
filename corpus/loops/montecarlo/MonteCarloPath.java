package loops.montecarlo;

import java.util.Random;

/** A path of prices by chance, made from the rates of the past. */
final class MonteCarloPath extends Universal {
    private final double expectedReturn;
    private final double volatility;
    private final double dTime;
    private final double[] fluctuations;
    private final double[] values;

    MonteCarloPath(InitialValues initial) {
        enableDebugging();
        setPrompt("path");
        expectedReturn = initial.expectedReturn();
        volatility = initial.volatility();
        dTime = initial.dTime();
        fluctuations = new double[initial.steps()];
        values = new double[initial.steps()];
    }

    void computeFluctuations(long seed) {
        Random random = new Random(seed);
        double mean = (expectedReturn - 0.5 * volatility * volatility) * dTime;
        double deviation = volatility * Math.sqrt(dTime);
        for (int i = 0; i < fluctuations.length; i++) {
            fluctuations[i] = mean + deviation * random.nextGaussian(); // safe: path and generator of this iteration
        }
        note("fluctuations");
    }

    void computeValues(double start) {
        values[0] = start; // safe: path of this iteration
        for (int i = 1; i < values.length; i++) {
            values[i] = values[i - 1] * Math.exp(fluctuations[i]); // safe: path of this iteration
        }
        note("values");
    }

    RatePath rates() {
        return new RatePath(values);
    }
}
