package heldout.weblech2;

/** Plain settings bean, filled in before the spider is started. */
public class SpiderConfig {

    private String startPage;
    private String prefix = "/";
    private int threads = 2;
    private long latencyMillis = 5;
    private long pollMillis = 3;

    public String getStartPage() {
        return startPage; // safe: never set after start()
    }

    public void setStartPage(String startPage) {
        this.startPage = startPage; // safe: set before start()
    }

    public String getPrefix() {
        return prefix;
    }

    public void setPrefix(String prefix) {
        this.prefix = prefix; // safe: set before start()
    }

    public int getThreads() {
        return threads;
    }

    public void setThreads(int threads) {
        this.threads = threads;
    }

    public long getLatencyMillis() {
        return latencyMillis;
    }

    public long getPollMillis() {
        return pollMillis;
    }
}
