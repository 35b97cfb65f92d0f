package heldout.orders;

import java.util.List;
import java.util.Map;

public class Main {

    static final class Dashboard implements Runnable {
        private final OrderService service;
        private final Inventory inventory;
        private final RevenueLedger ledger;
        private volatile boolean open = true;
        private int refreshes;
        private String lastLine = "";

        Dashboard(OrderService service, Inventory inventory, RevenueLedger ledger) {
            this.service = service;
            this.inventory = inventory;
            this.ledger = ledger;
        }

        @Override
        public void run() {
            while (open) { // safe: volatile
                int shipped = 0;
                String latest = "-";
                for (Order order : service.orders()) {
                    switch (order.status()) {
                        case SHIPPED -> {
                            shipped++;
                            latest = order.carrier() + "/" + order.trackingCode();
                        }
                        case REJECTED -> latest = "rejected " + order.id() + " " + order.rejectReason();
                        default -> { }
                    }
                }
                lastLine = "shipped=" + shipped + " latest=" + latest + " cents=" + ledger.totalCents()
                        + " low=" + inventory.lowStock(3); // safe: main reads after join
                refreshes++; // safe: main reads after join
                Thread.onSpinWait();
            }
        }

        void close() {
            open = false; // safe: volatile
        }

        String summary() {
            return refreshes + " refreshes, last: " + lastLine; // safe: called after join
        }
    }

    public static void main(String[] args) throws InterruptedException {
        var inventory = new Inventory(Map.of("pen", 60, "book", 25, "lamp", 8));
        var ledger = new RevenueLedger();
        var service = new OrderService(inventory, ledger);
        var dashboard = new Dashboard(service, inventory, ledger);
        service.start(3);
        var dashboardThread = new Thread(dashboard, "dashboard");
        dashboardThread.start();

        String[] customers = {"ada", "bob", "cyd"};
        for (int i = 0; i < 60; i++) {
            var lines = switch (i % 4) {
                case 0 -> List.of(new OrderLine("pen", 2, 150));
                case 1 -> List.of(new OrderLine("book", 1, 2400), new OrderLine("pen", 1, 150));
                case 2 -> List.of(new OrderLine("lamp", 1, 5900));
                default -> i % 3 == 0 ? List.<OrderLine>of() : List.of(new OrderLine("book", 2, 2400));
            };
            service.submit(new Order(i, customers[i % customers.length], lines));
            Thread.sleep(i % 5 == 4 ? 1 : 0);
        }

        service.drain();
        dashboard.close();
        dashboardThread.join();

        System.out.println(dashboard.summary());
        System.out.println("reserved " + inventory.reservations() + ", short " + inventory.shortagesAfterClose()
                + ", shipped " + service.shipped());
        System.out.println("booked " + ledger.byCustomer());
    }
}
