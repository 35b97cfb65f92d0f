package heldout.reminders;

import java.util.ArrayList;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

/** A desktop calendar in the old java.util.Timer style. */
public class Main {

    static class Calendar {
        final List<String> fired = new ArrayList<String>();
        private final CountDownLatch digestReady = new CountDownLatch(1);
        private String owner;
        private String digest;
        private int beats;
        private int mails;

        void setOwner(String owner) {
            this.owner = owner; // safe: before the first schedule()
        }
    }

    static class MailReminder extends TimerTask {
        private final Calendar calendar;
        private final String text;

        MailReminder(Calendar calendar, String text) {
            this.calendar = calendar;
            this.text = text;
        }

        @Override
        public void run() {
            calendar.mails++; // safe: all reminders run on the same timer thread
            calendar.fired.add(text); // race:firedadd,firedsize
        }
    }

    private final Calendar calendar = new Calendar();
    private final Timer alarms = new Timer("alarms", true);
    private final Timer status = new Timer("status", true);

    private void scheduleAll() {
        alarms.schedule(new MailReminder(calendar, "stand-up"), 8);
        alarms.schedule(new MailReminder(calendar, "dentist"), 14);
        alarms.schedule(new MailReminder(calendar, "lunch"), 36);
        alarms.scheduleAtFixedRate(new TimerTask() {
            @Override
            public void run() {
                calendar.beats++; // race:beatstatus,beatmain
            }
        }, 5, 5);
        alarms.schedule(new TimerTask() {
            @Override
            public void run() {
                calendar.digest = "digest for " + calendar.owner; // safe: owner set before, digest published by latch
                calendar.digestReady.countDown();
            }
        }, 20);
        status.schedule(new TimerTask() {
            @Override
            public void run() {
                int b = calendar.beats; // race:beatstatus
                System.out.println("status line: beat " + b);
            }
        }, 6, 12);
    }

    private void run() throws InterruptedException {
        calendar.setOwner("mona");
        scheduleAll();
        calendar.fired.add("manual: call plumber"); // race:firedadd

        calendar.digestReady.await();
        System.out.println(calendar.digest); // safe: after the latch
        Thread.sleep(25);

        alarms.cancel();
        status.cancel();
        int shown = calendar.fired.size(); // race:firedsize
        int beats = calendar.beats; // race:beatmain
        System.out.println(shown + " reminders, " + beats + " beats");
    }

    public static void main(String[] args) throws InterruptedException {
        new Main().run();
    }
}
