package java09.diamond;

import java.util.Comparator;

/** An anonymous class whose type arguments are inferred. */
class Diamond {
    static Comparator<String> comparator(int sign) {
        return new Comparator<>() {
            @Override
            public int compare(String a, String b) {
                return sign * a.compareTo(b);
            }
        };
    }
}
