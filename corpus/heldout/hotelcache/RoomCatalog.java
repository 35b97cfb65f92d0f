package heldout.hotelcache;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Room master data, loaded on first use. */
final class RoomCatalog {

    enum Category { SINGLE, DOUBLE, SUITE }

    record Room(String number, Category category, int cents) { }

    private static RoomCatalog instance;

    private final Map<String, Room> rooms = new HashMap<>();
    private final ConcurrentMap<Category, Integer> discounts = new ConcurrentHashMap<>();

    private RoomCatalog() {
        Category[] all = Category.values();
        for (int i = 0; i < 9; i++) {
            String number = String.valueOf(101 + i);
            Category category = all[i % all.length];
            rooms.put(number, new Room(number, category, 6000 + 2500 * category.ordinal())); // safe: frozen with the final field
        }
    }

    static RoomCatalog get() {
        RoomCatalog catalog = instance; // race:instance
        if (catalog == null) {
            synchronized (RoomCatalog.class) {
                catalog = instance; // safe: same lock as the write
                if (catalog == null) {
                    catalog = new RoomCatalog();
                    instance = catalog; // race:instance
                }
            }
        }
        return catalog;
    }

    Room room(String number) {
        return rooms.get(number); // safe: reached through a final field, never changed after construction
    }

    void discount(Category category, int percent) {
        discounts.merge(category, percent, Math::max); // safe: concurrent map
    }

    int price(Room room) {
        int percent = discounts.getOrDefault(room.category(), 0); // safe: concurrent map
        return room.cents() * (100 - percent) / 100;
    }
}
