package conflicts.publication;

/** An object is published by a plain field: the field races, and so does what the constructor wrote. */
public final class Main {
    static final class Menu {
        private String soup;
        private int price;
        private final String day;
        private int[] stock;

        Menu(String day, String soup, int price) {
            this.day = day; // safe: final
            this.soup = soup; // race:soup
            this.price = price; // race:price
        }
    }

    static final class Blackboard {
        private Menu today;
        private volatile Menu tomorrow;

        void write() {
            today = new Menu("Monday", "leek", 7); // race:today
            Menu next = new Menu("Tuesday", "pea", 8);
            next.stock = new int[] {3, 4}; // safe: before the volatile write
            tomorrow = next; // safe: volatile
        }

        int read() {
            Menu menu = today; // race:today
            if (menu == null) {
                return 0;
            }
            int result = menu.price; // race:price
            String soup = menu.soup; // race:soup
            return soup == null ? result : result + soup.length() + menu.day.length(); // safe: final
        }

        int plan() {
            Menu menu = tomorrow; // safe: volatile
            return menu == null ? 0 : menu.stock[0] + menu.stock[1]; // safe: after the volatile read
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Blackboard board = new Blackboard();
        Thread cook = new Thread(board::write);
        Thread guest = new Thread(() -> {
            for (int i = 0; i < 100; i++) {
                if (board.read() > 50 || board.plan() > 7) {
                    throw new AssertionError();
                }
            }
        });
        guest.start();
        cook.start();
        cook.join();
        guest.join();
        System.out.println(board.read() + board.plan()); // safe: after join
    }
}
