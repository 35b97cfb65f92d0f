package loops.montecarlo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Prices of a stock, simulated many times from the rates of the past. The simulations are independent of each other; each of
 * them sets one and the same static flag to true, which is a race without consequences.
 */
public final class Main {
    private static final int DAYS = 120;
    private static final int RUNS = 60;

    private final RatePath past;
    private final InitialValues initial;
    private final List<Task> tasks = new ArrayList<>();
    private final List<Result> results = new ArrayList<>();

    Main() {
        past = RatePath.recorded(DAYS);
        ReturnPath returns = past.returns();
        returns.estimate(); // safe: before the loop
        initial = new InitialValues(returns, 1.0 / 365, DAYS, past.last());
    }

    void prepare() {
        for (int run = 0; run < RUNS; run++) {
            String header = "MC run " + run;
            tasks.add(new Task(header, 11L * run + 3)); // safe: before the loop
        }
    }

    void simulate() {
        List<Result> found = tasks.parallelStream().map(task -> {
            PriceStock stock = new PriceStock();
            stock.setInitialValues(initial); // safe: made by this iteration
            stock.setTask(task); // safe: made by this iteration
            stock.run();
            return stock.result();
        }).collect(Collectors.toList());
        results.addAll(found); // safe: the loop has ended
    }

    double presentPrice() {
        double sum = 0;
        for (Result result : results) {
            sum += result.finalPrice(); // safe: the loop has ended
        }
        return sum / results.size();
    }

    double meanRate() {
        double sum = 0;
        for (Result result : results) {
            if (result.expectedReturn() < -10 || result.volatility() < 0) { // safe: the loop has ended
                throw new AssertionError(result.header());
            }
            sum += result.expectedReturn(); // safe: the loop has ended
        }
        return sum / results.size();
    }

    public static void main(String[] args) {
        Main application = new Main();
        application.prepare();
        application.simulate();
        System.out.printf(Locale.ROOT, "%d runs, price %.3f, rate %.4f%n",
                application.results.size(), application.presentPrice(), application.meanRate());
        Universal.say("done"); // safe: the loop has ended
    }
}
