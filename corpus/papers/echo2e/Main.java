package papers.echo2e;

/**
 * Change 4: the object that was added is changed, without a lock. One race, on its year.
 *
 * <p>After Figure 2 of "ECHO: Instantaneous In Situ Race Detection in the IDE" (Zhan and Huang, FSE 2016), in our own
 * words.
 */
public final class Main {
    static final class Exhibit {
        final String title;
        int year;

        Exhibit(String title, int year) {
            this.title = title;
            this.year = year; // safe: made before the visitor starts
        }

        void postpone() {
            this.year++; // race:year
        }

        String label() {
            return title + year; // race:year
        }
    }

    /** A list of a fixed capacity. */
    static final class Catalogue {
        private final Object[] items;
        private int count;

        Catalogue(int capacity) {
            this.items = new Object[capacity];
        }

        synchronized int size() {
            return count; // safe: holds the catalogue
        }

        synchronized void add(Object item) {
            Object[] slots = items;
            slots[count++] = item; // safe: holds the catalogue
        }

        synchronized Object get(int index) {
            Object[] slots = items;
            return slots[index]; // safe: holds the catalogue
        }
    }

    static final class Visitor extends Thread {
        private final Catalogue visited;
        private int letters;

        Visitor(Catalogue catalogue) {
            this.visited = catalogue;
        }

        @Override
        public void run() {
            // Looks one place further than the end, at what is perhaps being added.
            for (int i = 0; i <= visited.size(); i++) {
                Exhibit found = (Exhibit) visited.get(i);
                if (found != null) {
                    letters += found.label().length(); // safe: only this thread counts
                }
            }
        }
    }

    public static void main(String[] args) {
        String title = "vases";
        int year = 2016;
        Exhibit first = new Exhibit(title, year);
        Object alias = first;
        Exhibit second = new Exhibit(title, year);
        Catalogue catalogue = new Catalogue(10);
        catalogue.add(alias); // safe: before start
        Visitor visitor = new Visitor(catalogue);
        visitor.start();
        catalogue.add(second);
        second.postpone();
    }
}
