package order.allof;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Shops are asked for prices; allOf waits for all of them, anyOf for one. */
public final class Main {
    static final class Shop {
        final String name;
        int price;
        int stock;
        int visits;

        Shop(String name) {
            this.name = name;
        }

        void ask() {
            price = name.length() * 3; // safe: read after allOf
            visits++; // safe: read after allOf
        }

        void count() {
            stock = name.length(); // race:stock
        }
    }

    static String fastest = "";

    public static void main(String[] args) {
        List<Shop> shops = List.of(new Shop("corner"), new Shop("market"), new Shop("mall"));
        List<CompletableFuture<Void>> asked = new ArrayList<>();
        for (Shop shop : shops) {
            asked.add(CompletableFuture.runAsync(shop::ask));
        }
        CompletableFuture.allOf(asked.toArray(new CompletableFuture[0])).join();
        int sum = 0;
        for (Shop shop : shops) {
            sum += shop.price + shop.visits; // safe: all are complete
        }
        System.out.println(sum);

        CompletableFuture<?>[] counted = new CompletableFuture<?>[shops.size()];
        for (int i = 0; i < counted.length; i++) {
            Shop shop = shops.get(i);
            counted[i] = CompletableFuture.runAsync(() -> {
                shop.count();
                fastest = shop.name; // race:fastest
            });
        }
        CompletableFuture.anyOf(counted).join();
        int stock = 0;
        for (Shop shop : shops) {
            stock += shop.stock; // race:stock
        }
        String winner = fastest; // race:fastest
        for (CompletableFuture<?> future : counted) {
            future.join();
        }
        System.out.println(shops.get(0).stock); // safe: each was joined
        if (stock > 100 || winner.isEmpty()) {
            throw new AssertionError();
        }
    }
}
