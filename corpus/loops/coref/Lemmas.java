package loops.coref;

import java.util.HashMap;
import java.util.Map;

/** Basic forms of verbs, remembered in a static cache that knows nothing of threads. */
final class Lemmas {
    private static final Map<String, String> IRREGULAR = Map.of("wrote", "write", "writes", "write");
    private static final Map<String, String> CACHE = new HashMap<>(512);

    private Lemmas() {
    }

    static String of(String word) {
        String known = CACHE.get(word); // race:lemmas
        if (known != null) {
            return known;
        }
        String lemma = IRREGULAR.get(word); // safe: immutable
        if (lemma == null) {
            lemma = strip(word);
        }
        CACHE.put(word, lemma); // race:lemmas
        return lemma;
    }

    private static String strip(String word) {
        for (String ending : new String[] {"ed", "es", "s"}) {
            if (word.endsWith(ending)) {
                return word.substring(0, word.length() - ending.length());
            }
        }
        return word;
    }

    static int size() {
        return CACHE.size(); // safe: called after the loop only
    }
}
