package deadheat.eval;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What the process has used since its start, taken when the answer stands: counting what is in the answer is not part
 * of the work that is compared.
 */
public record Cost(long wallMillis, long cpuMillis, long peakKilobytes) {
    public static Cost now() {
        long started = ManagementFactory.getRuntimeMXBean().getStartTime();
        var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return new Cost(System.currentTimeMillis() - started, system.getProcessCpuTime() / 1_000_000, peak());
    }

    /** The peak of the resident memory as the kernel knows it. */
    private static long peak() {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
                if (line.startsWith("VmHWM:")) {
                    return Long.parseLong(line.replaceAll("\\D", ""));
                }
            }
        } catch (IOException e) {
            System.err.println("no peak of memory: " + e);
        }
        return 0;
    }
}
