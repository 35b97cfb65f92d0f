package heldout.notifyfan;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

public class Main {

    private static List<Notification> orders(int n) {
        List<Notification> out = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            String user = i % 4 == 3 ? "ghost" + i : "user" + (i % 7);
            out.add(new Notification(user, "order " + i, 10.5 * i));
        }
        return out;
    }

    public static void main(String[] args) throws InterruptedException {
        Channels.Email email = new Channels.Email();
        Channels.Push push = new Channels.Push();
        Channels.Sms sms = new Channels.Sms();
        FanOut fanOut = new FanOut(List.of(email, push, sms));

        List<CompletableFuture<Integer>> sends = new ArrayList<>();
        int[] good = new int[1];
        for (Notification n : orders(24)) {
            sends.add(fanOut.send(n));
        }
        boolean sane = fanOut.completed() <= 72;

        CompletableFuture<Integer> sum = CompletableFuture.completedFuture(0);
        for (CompletableFuture<Integer> s : sends) {
            sum = sum.thenCombine(s, Integer::sum);
        }
        CompletableFuture<Void> done = sum.thenAccept(total -> good[0] = total); // safe: main joins done before reading
        done.join();
        email.shutdown();
        push.shutdown();
        sms.shutdown();

        sane &= good[0] <= 72; // safe: after done.join
        sane &= fanOut.latest() != null && fanOut.failureCount() <= 6;
        System.out.println("email " + email.sent() + ", push " + push.sent() + ", sms " + sms.sent());
        System.out.println("badges " + push.badgeTotal() + ", wakeups " + push.wakeups() + ", credit " + sms.credit());
        System.out.println("users " + fanOut.users() + ", largest " + fanOut.largest() + ", sane " + sane);
    }
}
