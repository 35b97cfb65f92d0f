package heldout.fxdesk;

import java.text.SimpleDateFormat;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Foreign-exchange desk: formats, snapshots and per-trade results on thread pools. */
public class Main {

    private static final SimpleDateFormat VALUE_DATE = new SimpleDateFormat("yyyy-MM-dd");
    private static final ThreadLocal<SimpleDateFormat> CLOCK =
            ThreadLocal.withInitial(() -> new SimpleDateFormat("HH:mm:ss"));
    private static final DateTimeFormatter ISO = DateTimeFormatter.ISO_LOCAL_DATE;

    private static final StringBuilder SCRATCH = new StringBuilder();
    private static final ThreadLocal<StringBuilder> TICKET = ThreadLocal.withInitial(() -> SCRATCH);
    private static final ThreadLocal<StringBuilder> MEMO = ThreadLocal.withInitial(StringBuilder::new);

    private volatile Map<String, Double> snapshot = Map.of("EURUSD", 1.08);
    private volatile Map<String, Double> quotes = new HashMap<>();

    private final double[] pnl = new double[3];
    private int settled;

    private String trade(int idx) {
        Date now = new Date();
        String day = VALUE_DATE.format(now); // race:valuedate
        String time = CLOCK.get().format(now); // safe: one format per thread
        String iso = ISO.format(LocalDate.now()); // safe: DateTimeFormatter is immutable

        TICKET.get().append(idx); // race:scratch
        MEMO.get().append(idx); // safe: one builder per thread

        Double mid = snapshot.get("EURUSD"); // safe: immutable map behind a volatile field
        Double live = quotes.get("EURUSD"); // race:quotes
        pnl[idx] = (live == null ? mid : live) * 100; // safe: own slot, read after Future.get
        return day + " " + time + " " + iso;
    }

    private void feed(double rate) {
        quotes.put("EURUSD", rate); // race:quotes
        Map<String, Double> copy = new HashMap<>(snapshot); // safe: copies an immutable map
        copy.put("EURUSD", rate); // safe: local copy
        snapshot = Map.copyOf(copy); // safe: volatile, new immutable map
    }

    void day() throws InterruptedException, ExecutionException {
        quotes.put("USDJPY", 151.2); // safe: before any task is submitted
        ExecutorService desk = Executors.newFixedThreadPool(3);
        List<Future<String>> tickets = new ArrayList<>();
        for (int i = 0; i < pnl.length; i++) {
            final int idx = i;
            tickets.add(desk.submit(() -> trade(idx)));
        }
        Future<?> feed = desk.submit(() -> feed(1.09));
        desk.shutdown();
        for (Future<String> t : tickets) {
            System.out.println(t.get());
        }
        double total = 0;
        for (int i = 0; i < pnl.length; i++) {
            total += pnl[i]; // safe: all trades' futures were got
        }
        feed.get();
        System.out.println(total + " " + quotes.size()); // safe: trades and feed are done
        String scratch = SCRATCH.toString(); // safe: trades are done
        System.out.println(scratch.length() + " tickets");

        ExecutorService backOffice = Executors.newSingleThreadExecutor();
        Callable<Integer> settle = () -> ++settled; // race:settled
        backOffice.submit(settle);
        backOffice.submit(settle);
        backOffice.shutdown();
        int open = pnl.length - settled; // race:settled
        System.out.println("open " + open);
    }

    public static void main(String[] args) throws Exception {
        new Main().day();
    }
}
