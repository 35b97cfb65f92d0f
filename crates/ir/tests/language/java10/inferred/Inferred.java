package java10.inferred;

import java.util.ArrayList;

/** `var`: of a type that has a name, and of one that has none. */
class Inferred {
    static int named() {
        var list = new ArrayList<String>();
        for (var text : list) {
            list.add(text);
        }
        return list.size();
    }

    static int nameless() {
        var counter = new Object() {
            int count;

            void increment() {
                count++;
            }
        };
        counter.increment();
        return counter.count;
    }
}
