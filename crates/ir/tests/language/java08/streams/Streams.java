package java08.streams;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A chain of calls with lambdas, as most programs have them. */
class Streams {
    static Map<Integer, List<String>> byLength(List<String> words, int shortest) {
        return words.parallelStream()
                .filter(word -> word.length() >= shortest)
                .map(String::trim)
                .collect(Collectors.groupingBy(String::length));
    }
}
