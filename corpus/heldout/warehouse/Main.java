package heldout.warehouse;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public final class Main {
    public static void main(String[] args) throws Exception {
        Warehouse warehouse = new Warehouse();
        Purchasing purchasing = new Purchasing();
        Item screws = new Item("screws", "acme");
        Item nails = new Item("nails", "acme");
        List<Callable<Integer>> jobs = new ArrayList<>();
        for (int worker = 0; worker < 4; worker++) {
            int offset = worker;
            jobs.add(() -> {
                for (int i = 0; i < 50; i++) {
                    warehouse.store("sku" + (i + offset) % 10, 2);
                }
                return warehouse.amount("sku3");
            });
        }
        jobs.add(() -> {
            for (int i = 0; i < 20; i++) {
                purchasing.order(i % 2 == 0 ? screws : nails, 100);
            }
            return purchasing.ordered(screws);
        });
        jobs.add(() -> {
            for (int i = 0; i < 20; i++) {
                purchasing.deliver(i % 2 == 0 ? screws : nails, 1);
            }
            return purchasing.delivered(screws) + purchasing.ordered(nails) % 100;
        });
        jobs.add(() -> warehouse.audit() + warehouse.lastSku().length());
        ExecutorService pool = Executors.newCachedThreadPool();
        purchasing.order(screws, 100);
        purchasing.order(nails, 100);
        int last = pool.invokeAll(jobs).get(5).get();
        pool.shutdown();
        System.out.println(warehouse.amount("sku3") + " " + warehouse.audit() + " " + last);
        System.out.println(screws.ordered + nails.ordered); // safe: all jobs have ended
    }
}
