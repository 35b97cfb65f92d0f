package heldout.meterpanel;

import java.text.DecimalFormat;
import java.text.SimpleDateFormat;
import java.util.Date;

/** Writes out the registry from time to time. */
abstract class Reporter implements Runnable {
    private static final SimpleDateFormat STAMP = new SimpleDateFormat("HH:mm:ss.SSS");
    private static final ThreadLocal<SimpleDateFormat> DAY =
        ThreadLocal.withInitial(() -> new SimpleDateFormat("yyyy-MM-dd"));

    private final Registry registry;
    private final DecimalFormat number = new DecimalFormat("#,##0");
    private int reports;

    Reporter(Registry registry) {
        this.registry = registry;
    }

    @Override
    public void run() {
        Date now = new Date();
        String stamp;
        try {
            stamp = STAMP.format(now); // race:stamp
        } catch (RuntimeException e) {
            stamp = "?";
        }
        String day = DAY.get().format(now); // safe: one format per thread
        emit(day + "T" + stamp + " " + registry.labelOf("host"));
        for (Metric metric : registry.all()) {
            emit(number.format(metric.value())); // safe: each reporter is scheduled on its own, runs never overlap
        }
        reports++; // safe: runs of one reporter never overlap, main reads after termination
    }

    protected abstract void emit(String line);

    final int reports() {
        return reports; // safe: after termination of the scheduler
    }
}
