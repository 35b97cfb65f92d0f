package fresh.mapreduce;

import java.util.List;

/** Counts the kinds of lines in a few pretended files. */
public final class Main {
    public static void main(String[] args) throws InterruptedException {
        Job job = new Job(3);
        job.add("app.log", List.of("INFO start", "WARN disk", "ERROR net", "INFO stop"));
        job.add("db.log", List.of("INFO open", "INFO query", "WARN slow", "INFO close"));
        job.add("web.log", List.of("INFO get", "INFO put", "ERROR 500", "WARN late"));
        job.add("old.log", List.of("INFO archived"));
        job.run();
        System.out.println("mapped " + job.mapped());
        System.out.println(job.kinds() <= 13 ? "done" : "too many kinds");
    }
}
