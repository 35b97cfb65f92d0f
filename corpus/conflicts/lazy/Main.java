package conflicts.lazy;

import java.util.function.Supplier;

/** Values that are made when they are first asked for: in a field, in an array, behind a supplier. */
public final class Main {
    static final class Once<T> implements Supplier<T> {
        private Supplier<T> maker;
        private T value;

        Once(Supplier<T> maker) {
            this.maker = maker; // safe: before start
        }

        @Override
        public synchronized T get() {
            if (maker != null) { // safe: under this
                value = maker.get(); // safe: under this
                maker = null; // safe: under this
            }
            return value; // safe: under this
        }
    }

    static final class Atlas {
        private String title;
        private final String[] pages = new String[3];
        private Integer count;
        private final Once<String> index = new Once<>(() -> "index");

        String title() {
            if (title == null) { // race:title
                title = "World"; // race:title
            }
            return title; // race:title
        }

        String page(int number) {
            String page = pages[number]; // race:pages
            if (page == null) {
                page = "page " + number;
                pages[number] = page; // race:pages
            }
            return page;
        }

        synchronized int count() {
            if (count == null) { // safe: under this
                count = pages.length; // safe: under this
            }
            return count; // safe: under this
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Atlas atlas = new Atlas();
        String[] results = new String[2];
        Thread[] readers = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int id = i;
            readers[i] = new Thread(() -> {
                String text = atlas.title() + atlas.page(1);
                results[id] = text + atlas.count() + atlas.index.get(); // safe: its own element
            });
            readers[i].start();
        }
        for (Thread reader : readers) {
            reader.join();
        }
        System.out.println(results[0].length() + results[1].length()); // safe: after join
    }
}
