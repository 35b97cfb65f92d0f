package driver;

import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobDetail;
import org.quartz.JobExecutionContext;
import org.quartz.Scheduler;
import org.quartz.SimpleScheduleBuilder;
import org.quartz.Trigger;
import org.quartz.TriggerBuilder;
import org.quartz.impl.StdSchedulerFactory;

/** A timetable of small jobs on two threads, which is paused, changed and asked about while it goes on. */
public final class Main {
    private static final CountDownLatch LEFT = new CountDownLatch(24);

    /** A job that does little. */
    public static final class Report implements Job {
        @Override
        public void execute(JobExecutionContext context) {
            context.getMergedJobDataMap().getString("title");
            context.setResult(context.getFireTime());
            LEFT.countDown();
        }
    }

    public static void main(String[] args) throws Exception {
        Properties properties = new Properties();
        properties.setProperty("org.quartz.scheduler.instanceName", "reports");
        properties.setProperty("org.quartz.scheduler.skipUpdateCheck", "true");
        properties.setProperty("org.quartz.threadPool.class", "org.quartz.simpl.SimpleThreadPool");
        properties.setProperty("org.quartz.threadPool.threadCount", "2");
        Scheduler scheduler = new StdSchedulerFactory(properties).getScheduler();
        scheduler.start();
        for (int i = 0; i < 4; i++) {
            schedule(scheduler, i);
        }
        Thread clerk = new Thread(() -> change(scheduler), "clerk");
        clerk.start();
        boolean isDone = LEFT.await(30, TimeUnit.SECONDS);
        clerk.join();
        scheduler.shutdown(true);
        System.out.println(isDone ? "all reports" : "reports are missing");
    }

    private static void schedule(Scheduler scheduler, int number) throws Exception {
        JobDetail job = JobBuilder.newJob(Report.class)
                .withIdentity("report " + number, "daily").usingJobData("title", "report " + number).build();
        Trigger trigger = TriggerBuilder.newTrigger().withIdentity("at " + number, "daily").startNow()
                .withSchedule(SimpleScheduleBuilder.simpleSchedule().withIntervalInMilliseconds(15).withRepeatCount(9)).build();
        scheduler.scheduleJob(job, trigger);
    }

    private static void change(Scheduler scheduler) {
        try {
            for (int i = 0; i < 5; i++) {
                scheduler.getCurrentlyExecutingJobs().size();
                scheduler.getMetaData().getNumberOfJobsExecuted();
                Thread.sleep(10);
            }
            scheduler.standby();
            scheduler.start();
            schedule(scheduler, 9);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
