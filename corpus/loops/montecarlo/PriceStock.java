package loops.montecarlo;

/** One simulation: takes a task, makes a path by chance and estimates the same numbers from it. */
final class PriceStock extends Universal {
    private InitialValues initial;
    private Task task;
    private MonteCarloPath path;
    private Result result;
    private long seed;

    PriceStock() {
        setPrompt("stock");
    }

    void setInitialValues(InitialValues values) {
        initial = values; // safe: made by this iteration
        path = new MonteCarloPath(values); // safe: made by this iteration
    }

    void setTask(Task task) {
        this.task = task; // safe: made by this iteration
        seed = task.take(); // safe: made by this iteration
    }

    void run() {
        path.computeFluctuations(seed);
        path.computeValues(initial.startPrice());
        RatePath rates = path.rates();
        ReturnPath returns = rates.returns();
        returns.estimate();
        result = new Result(task.header()); // safe: made by this iteration
        result.setExpectedReturn(returns.expectedReturn());
        result.setVolatility(returns.volatility());
        result.setPath(rates.prices());
        note("result");
        if (messages() != 1) {
            throw new AssertionError(messages());
        }
    }

    Result result() {
        return result; // safe: made by this iteration
    }
}
