package heldout.glossary;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A translation glossary that an editor keeps extending while proof readers look things up. */
public class Main {

    static class Glossary {
        private final Map<String, String> terms = new LinkedHashMap<>();
        private final List<String> languages = new ArrayList<>();
        private final List<String> changes = new ArrayList<>();

        Glossary(String... languages) {
            Collections.addAll(this.languages, languages); // safe: before the glossary is shared
        }

        void define(String term, String meaning) {
            terms.put(term, meaning); // race:terms
            synchronized (changes) {
                changes.add("+" + term); // safe: guarded by changes
            }
        }

        /** Read-only for the caller, but still a window on the live map. */
        Map<String, String> view() {
            return Collections.unmodifiableMap(terms);
        }

        List<String> languages() {
            return Collections.unmodifiableList(languages);
        }

        List<String> recentChanges() {
            synchronized (changes) {
                return List.copyOf(changes); // safe: copied under the lock
            }
        }
    }

    static class Reader implements Runnable {
        private final Map<String, String> lookup;
        private final List<String> languages;
        private final List<String> agenda;
        private final Iterator<String> pages;
        private final int[] misses;
        private String result = "";

        Reader(Glossary g, List<String> agenda, Iterator<String> pages, int[] misses) {
            this.lookup = g.view();
            this.languages = g.languages();
            this.agenda = agenda;
            this.pages = pages;
            this.misses = misses;
        }

        @Override
        public void run() {
            StringBuilder out = new StringBuilder();
            while (true) {
                String page;
                synchronized (pages) {
                    if (!pages.hasNext()) { // safe: the iterator is locked
                        break;
                    }
                    page = pages.next(); // safe: the iterator is locked
                }
                for (String word : page.split(" ")) {
                    String meaning = lookup.get(word); // race:terms
                    if (meaning == null) {
                        misses[0]++; // race:misses
                    } else {
                        out.append(word).append('=').append(meaning).append(' ');
                    }
                }
            }
            for (String lang : languages) { // safe: the list behind the view is never changed again
                out.append(lang);
            }
            out.append(agenda.size()); // safe: immutable snapshot
            result = out.toString(); // safe: own field, read after join
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Glossary glossary = new Glossary("de", "fr");
        glossary.define("valve", "Ventil");
        glossary.define("pump", "Pumpe");

        List<String> pages = List.of("valve gasket", "pump valve rotor", "rotor stator", "gasket pump");
        Iterator<String> shared = pages.iterator();
        List<String> agenda = glossary.recentChanges();
        int[] misses = new int[1];
        Reader r1 = new Reader(glossary, agenda, shared, misses);
        Reader r2 = new Reader(glossary, agenda, shared, misses);
        Thread t1 = new Thread(r1);
        Thread t2 = new Thread(r2);
        t1.start();
        t2.start();

        glossary.define("gasket", "Dichtung");
        glossary.define("rotor", "Rotor");
        Iterator<String> own = pages.iterator();
        int words = 0;
        while (own.hasNext()) { // safe: an iterator of main only, over an immutable list
            words += own.next().split(" ").length;
        }
        System.out.println(words + " words, " + glossary.recentChanges());

        t1.join();
        t2.join();
        System.out.println(r1.result + " / " + r2.result); // safe: after join
        System.out.println(misses[0] + " misses, " + glossary.view().size() + " terms"); // safe: after join
    }
}
