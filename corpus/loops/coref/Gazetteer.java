package loops.coref;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Lists of names, which are filled when the class is initialised and only read from then on. */
final class Gazetteer {
    private static final Set<String> SURNAMES = new HashSet<>();
    private static final Set<String> PRONOUNS = new HashSet<>(List.of("he", "she"));
    private static final Map<String, Character> GENDERS = new HashMap<>();

    static {
        SURNAMES.addAll(List.of("Lovelace", "Turing", "Hopper", "Goedel")); // safe: in the initialiser of the class
        GENDERS.put("Ada", 'f'); // safe: in the initialiser of the class
        GENDERS.put("Grace", 'f'); // safe: in the initialiser of the class
        GENDERS.put("Alan", 'm'); // safe: in the initialiser of the class
        GENDERS.put("Kurt", 'm'); // safe: in the initialiser of the class
        GENDERS.put("he", 'm'); // safe: in the initialiser of the class
        GENDERS.put("she", 'f'); // safe: in the initialiser of the class
    }

    private Gazetteer() {
    }

    static boolean isSurname(String word) {
        return SURNAMES.contains(word); // safe: nobody writes it any more
    }

    static boolean isFirstName(String word) {
        return GENDERS.containsKey(word) && !isPronoun(word); // safe: nobody writes it any more
    }

    static boolean isPronoun(String word) {
        return PRONOUNS.contains(word); // safe: nobody writes it any more
    }

    static char gender(String word) {
        return GENDERS.getOrDefault(word, '?'); // safe: nobody writes it any more
    }
}
