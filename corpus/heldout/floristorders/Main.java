package heldout.floristorders;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

public class Main {
    private static volatile boolean closing;
    private static int refreshes;

    public static void main(String[] args) throws Exception {
        Stock stock = new Stock().with("tulip", 500, 120).with("rose", 400, 250).with("iris", 50, 180);
        long receipts = 0;
        boolean couriers = true;
        try (OrderService service = new OrderService(stock)) {
            Thread board = new Thread(() -> showBoard(service), "board");
            board.start();

            List<CompletableFuture<Receipt>> pending = new ArrayList<>();
            List<Order> mine = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                Order order = new Order(i, "customer-" + i % 7, List.of(
                        new Order.Item("tulip", 1 + i % 4), new Order.Item("rose", 2)));
                order.express(i % 3 == 0);
                mine.add(order); // safe: list of the main thread
                pending.add(service.place(order)); // safe: list of the main thread
            }
            for (CompletableFuture<Receipt> future : pending) {
                receipts += future.join().cents();
            }
            for (Order order : mine) {
                couriers &= order.courier() != null;
            }
            closing = true; // safe: volatile
            board.join();
            System.out.println("packed " + service.packed());
            System.out.println("notes ok " + (service.notesCopy().size() == 40));
            System.out.println("revenue plausible " + (service.revenueAtClose() <= receipts));
        }
        System.out.println("couriers assigned " + couriers);
        System.out.println("tulips left " + stock.left("tulip"));
        System.out.println("board refreshed " + (refreshes > 0)); // safe: board has been joined
    }

    private static void showBoard(OrderService service) {
        do {
            int waiting = 0;
            for (Order order : service.orders()) {
                if (order.status() != Order.Status.PACKED) {
                    waiting++;
                }
            }
            if (waiting < 0 || service.noteCount() < 0) {
                throw new IllegalStateException("impossible");
            }
            refreshes++; // safe: only the board thread, main reads after join
        } while (!closing);
    }
}
