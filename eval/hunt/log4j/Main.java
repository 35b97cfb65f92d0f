package driver;

import java.io.File;
import org.apache.log4j.AsyncAppender;
import org.apache.log4j.Level;
import org.apache.log4j.LogManager;
import org.apache.log4j.Logger;
import org.apache.log4j.MDC;
import org.apache.log4j.PatternLayout;
import org.apache.log4j.RollingFileAppender;

/** A service logs from three threads into a file that rolls over, while an operator changes levels; then it closes its logs. */
public final class Main {
    private static final int REQUESTS = 40;

    public static void main(String[] args) throws Exception {
        File log = File.createTempFile("service", ".log");
        RollingFileAppender file = new RollingFileAppender(new PatternLayout("%d %-5p [%t] %c{1} %X{user} - %m%n"), log.getPath());
        file.setMaximumFileSize(2000);
        file.setMaxBackupIndex(2);
        AsyncAppender queue = new AsyncAppender();
        queue.setBufferSize(16);
        queue.addAppender(file);
        Logger root = Logger.getRootLogger();
        root.addAppender(queue);
        root.setLevel(Level.INFO);

        Thread orders = new Thread(() -> serve("shop.orders", "ada"), "orders");
        Thread stock = new Thread(() -> serve("shop.stock", "bob"), "stock");
        Thread operator = new Thread(Main::operate, "operator");
        for (Thread thread : new Thread[] {orders, stock, operator}) {
            thread.start();
        }
        for (Thread thread : new Thread[] {orders, stock, operator}) {
            thread.join();
        }
        LogManager.shutdown();
        boolean hasRolled = new File(log.getPath() + ".1").exists();
        for (String end : new String[] {"", ".1", ".2"}) {
            new File(log.getPath() + end).delete();
        }
        System.out.println(hasRolled ? "rolled over" : "one file");
    }

    private static void serve(String name, String user) {
        MDC.put("user", user);
        for (int request = 0; request < REQUESTS; request++) {
            Logger logger = Logger.getLogger(name + "." + request % 4);
            if (logger.isDebugEnabled()) {
                logger.debug("request " + request);
            }
            logger.info("served " + request);
            if (request % 10 == 9) {
                logger.warn("slow " + request, new IllegalStateException("late"));
            }
        }
        MDC.remove("user");
    }

    /** Turns details on for a moment, with a log of its own. */
    private static void operate() {
        Logger orders = Logger.getLogger("shop.orders");
        Logger stock = Logger.getLogger("shop.stock.1");
        orders.setLevel(Level.DEBUG);
        orders.info("details are on");
        stock.setAdditivity(true);
        stock.setLevel(Level.ERROR);
        LogManager.getLoggerRepository().setThreshold(Level.ALL);
        orders.setLevel(null);
        stock.setLevel(null);
        orders.info("details are off");
    }
}
