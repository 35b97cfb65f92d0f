package locks.dcl;

/** Double-checked locking without volatile: the check, the reference and what is behind it race. */
public final class Main {
    static final class Catalogue {
        private int entries;
        private final String language;

        Catalogue(String language, int entries) {
            this.language = language;
            this.entries = entries; // race:entries
        }
    }

    static final class Library {
        private Catalogue catalogue;
        private int built;
        private Catalogue strict;

        Catalogue catalogue() {
            if (catalogue == null) { // race:catalogue
                synchronized (this) {
                    if (catalogue == null) { // safe: under the lock, as every write
                        catalogue = new Catalogue("en", 500); // race:catalogue
                        built++; // safe: under the lock
                    }
                }
            }
            return catalogue; // race:catalogue
        }

        synchronized String strict() {
            if (strict == null) { // safe: under the lock
                strict = new Catalogue("de", 100); // safe: under the lock
            }
            return strict.language; // safe: under the lock
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Library library = new Library();
        int[] seen = new int[3];
        Thread[] readers = new Thread[3];
        for (int i = 0; i < readers.length; i++) {
            int id = i;
            readers[i] = new Thread(() -> {
                Catalogue found = library.catalogue();
                seen[id] = found.entries; // race:entries
                seen[id] += found.language.length(); // safe: final
                seen[id] += library.strict().length(); // safe: its own element
            });
        }
        for (Thread reader : readers) {
            reader.start();
        }
        for (Thread reader : readers) {
            reader.join();
        }
        System.out.println(seen[0] + seen[1] + seen[2] + " " + library.built); // safe: after join
    }
}
