package fresh.ticketshop;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Sells seats. Asking first and buying afterwards may disappoint a customer, since others buy in between, but all of
 * the state is read and written under the lock of the shop.
 */
public final class Main {
    enum Category {
        STALLS, BALCONY, GALLERY
    }

    record Ticket(Category category, int seat) {
    }

    static final class Shop {
        private final Map<Category, Integer> remaining = new EnumMap<>(Category.class);
        private int sold;
        private int disappointed;
        private Ticket last;

        Shop(int each) {
            for (Category category : Category.values()) {
                remaining.put(category, each); // safe: in the constructor
            }
        }

        synchronized boolean available(Category category) {
            return remaining.get(category) > 0; // safe: under this
        }

        synchronized Optional<Ticket> buy(Category category) {
            int left = remaining.get(category); // safe: under this
            if (left == 0) {
                disappointed++; // safe: under this
                return Optional.empty();
            }
            remaining.put(category, left - 1); // safe: under this
            sold++; // safe: under this
            last = new Ticket(category, left); // safe: under this
            return Optional.of(last); // safe: under this
        }

        synchronized Ticket last() {
            return last; // safe: under this
        }

        int sold() {
            synchronized (Shop.this) {
                return sold; // safe: under this
            }
        }

        int disappointed() {
            return disappointed; // safe: asked when all customers have gone
        }
    }

    static final class Customer extends Thread {
        private final Shop shop;
        private final Category favourite;
        private int bought;

        Customer(Shop shop, Category favourite) {
            this.shop = shop;
            this.favourite = favourite;
        }

        @Override
        public void run() {
            while (shop.available(favourite)) {
                shop.buy(favourite).ifPresent(this::keep);
                Ticket last = shop.last();
                if (last != null && last.seat() <= 0) { // safe: a record
                    throw new IllegalStateException();
                }
            }
        }

        private void keep(Ticket ticket) {
            bought += ticket.seat() > 0 ? 1 : 0; // safe: own field
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Shop shop = new Shop(40);
        Customer[] customers = new Customer[6];
        for (int i = 0; i < customers.length; i++) {
            customers[i] = new Customer(shop, Category.values()[i % 3]);
            customers[i].start();
        }
        int bought = 0;
        for (Customer customer : customers) {
            customer.join();
            bought += customer.bought; // safe: after join
        }
        System.out.println(bought + " " + shop.sold() + " " + (shop.disappointed() >= 0));
    }
}
