package java22.unnamed;

import java.util.List;
import java.util.function.BiFunction;

/** Unnamed variables and patterns: values without a name. */
class Unnamed {
    record Pair(Object left, Object right) { }

    static int count(List<String> list) {
        int count = 0;
        for (String _ : list) {
            count++;
        }
        return count;
    }

    static int parse(String text) {
        try {
            var _ = Integer.parseInt(text);
            return 1;
        } catch (NumberFormatException _) {
            return 0;
        }
    }

    static BiFunction<String, String, Integer> second() {
        return (_, text) -> text.length();
    }

    static String match(Object o) {
        return switch (o) {
            case Pair(String left, _) -> left;
            case Pair(Integer _, String right) -> right;
            case Pair _, String _ -> "one of two";
            default -> "";
        };
    }
}
