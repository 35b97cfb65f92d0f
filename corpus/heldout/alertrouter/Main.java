package heldout.alertrouter;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

public class Main {
    public static void main(String[] args) throws InterruptedException {
        Router router = new Router();
        MailChannel mail = new MailChannel(router, 0);
        PagerChannel pager = new PagerChannel(router, 1);
        router.add(mail);
        router.add(pager);
        AtomicInteger noticed = new AtomicInteger();
        router.watch(Router.counting(noticed));
        router.start();
        List<Receipt> receipts = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            String level = i % 4 == 0 ? "low" : "high";
            receipts.add(router.dispatch("disk" + i / 2, 1000L * i, level)); // safe: local to main
            if (i == 30) {
                pager.mute(true);
                router.watch(what -> { });
            }
        }
        int acks = 0;
        for (Receipt receipt : receipts) {
            acks += receipt.awaitAll();
        }
        router.stop();
        System.out.println("acks=" + acks + " delivered=" + router.deliveredTotal());
        System.out.println("noticed=" + noticed.get());
        System.out.println("failures ok=" + (router.failureCount() <= noticed.get()));
    }
}
