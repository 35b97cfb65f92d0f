import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;

/**
 * Runs the driver of a real program again and again, and prints as {@code Kernels} does: wall and CPU of a round, in
 * microseconds, the heap in use at the end in KiB, and the result, which is a hash of the lines that the program printed, in
 * whatever order. CPU is that of the whole JVM, with compilers and collector, and both are means: clocks of processes are coarse.
 */
public final class Programs {
    private static long cpu() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    private static long round(String name, Method main) throws Exception {
        if (name.equals("h2")) {
            // The driver makes its tables each time.
            try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:bank");
                    Statement statement = connection.createStatement()) {
                statement.execute("DROP ALL OBJECTS");
            }
        }
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream out = System.out;
        PrintStream err = System.err;
        System.setOut(new PrintStream(printed, true));
        System.setErr(new PrintStream(new ByteArrayOutputStream(), true));
        try {
            main.invoke(null, (Object) new String[0]);
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
        return printed.toString().lines().mapToLong(String::hashCode).sum();
    }

    public static void main(String[] args) throws Exception {
        Method main = Class.forName("driver.Main").getMethod("main", String[].class);
        int warm = Integer.parseInt(args[1]);
        int measured = Integer.parseInt(args[2]);
        for (int i = 0; i < warm; i++) {
            round(args[0], main);
        }
        long result = 0;
        long wall = System.nanoTime();
        long cpu = cpu();
        for (int i = 0; i < measured; i++) {
            result = round(args[0], main);
        }
        cpu = (cpu() - cpu) / measured;
        wall = (System.nanoTime() - wall) / measured;
        System.gc();
        round(args[0], main);
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        long heap = runtime.totalMemory() - runtime.freeMemory();
        System.out.println(wall / 1000 + " " + cpu / 1000 + " " + heap / 1024 + " " + result);
        System.exit(0);
    }
}
