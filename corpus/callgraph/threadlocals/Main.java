// Values of threads: ThreadLocal.withInitial, a subclass with initialValue, and an inheritable one whose child value is
// computed when a thread is made.
package callgraph.threadlocals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public class Main {
    private static final ThreadLocal<Session> SESSION = ThreadLocal.withInitial(Main::open);
    private static final ThreadLocal<StringBuilder> BUFFER = new ThreadLocal<>() {
        @Override
        protected StringBuilder initialValue() {
            return fresh();
        }
    };
    private static final Depth DEPTH = new Depth();
    private static final List<String> LINES = Collections.synchronizedList(new ArrayList<>());

    public static void main(String[] args) throws InterruptedException {
        DEPTH.set(5);
        work("main");
        Thread thread = new Thread(() -> work("other"));
        thread.start();
        thread.join();
        SESSION.get().use();
        System.out.println(SESSION.get().uses() + " uses");
        SESSION.remove();
        System.out.println(SESSION.get().uses() + " uses");
        LINES.forEach(System.out::println);
    }

    private static void work(String name) {
        SESSION.get().use();
        BUFFER.get().append(name).append(' ').append(DEPTH.get());
        LINES.add(BUFFER.get().toString());
    }

    private static Session open() {
        return new Session();
    }

    private static StringBuilder fresh() {
        return new StringBuilder("> ");
    }
}

class Session {
    private int uses;

    void use() {
        uses++;
    }

    int uses() {
        return uses;
    }
}

class Depth extends InheritableThreadLocal<Integer> {
    @Override
    protected Integer childValue(Integer parent) {
        return deeper(parent);
    }

    private static int deeper(int depth) {
        return depth + 1;
    }
}
