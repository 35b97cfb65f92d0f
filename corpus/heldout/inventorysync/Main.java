package heldout.inventorysync;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Stock in a concurrent map: compound actions, values that can change, and a private lock object. */
public class Main {
    static class Item {
        private int count;
        private final List<Integer> history = new ArrayList<>();

        void add(int n) {
            count += n; // race:count
            synchronized (history) {
                history.add(n); // safe: under the history
            }
        }

        int historySize() {
            synchronized (history) {
                return history.size(); // safe: under the history
            }
        }
    }

    private final ConcurrentHashMap<String, Item> items = new ConcurrentHashMap<>();
    private final Object statsLock = new Object();
    private int updates;
    private List<String> names = new ArrayList<>();

    void update(String name, int n) {
        Item item = items.get(name); // safe: concurrent map
        if (item == null) {
            items.putIfAbsent(name, new Item()); // safe: concurrent map
            item = items.get(name);
        }
        item.add(n);
        synchronized (statsLock) {
            updates++; // safe: under the lock
        }
    }

    void refreshNames() {
        names = items.keySet().stream().sorted().collect(Collectors.toList()); // race:names
    }

    int nameCount() {
        return names.size(); // race:names
    }

    public static void main(String[] args) throws InterruptedException {
        Main inventory = new Main();
        Thread[] shops = new Thread[2];
        for (int i = 0; i < shops.length; i++) {
            int factor = i + 1;
            shops[i] = new Thread(() -> {
                for (int k = 0; k < 20; k++) {
                    inventory.update("item" + k % 4, factor);
                }
            });
            shops[i].start();
        }
        Thread refresher = new Thread(inventory::refreshNames);
        refresher.start();
        int names = inventory.nameCount();
        for (Thread shop : shops) {
            shop.join();
        }
        refresher.join();
        int sum = 0;
        for (Item item : inventory.items.values()) {
            sum += item.count + item.historySize(); // safe: after join
        }
        System.out.println(inventory.updates + (sum < 0 || names > 4 ? "!" : "")); // safe: after join
    }
}
