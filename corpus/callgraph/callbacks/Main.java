// The library iterates and calls back: Collections.sort, List.replaceAll, removeIf, forEach, Optional, Map.forEach,
// Iterator.forEachRemaining, Objects.requireNonNullElseGet, Collections.reverseOrder, wrappers around collections.
package callgraph.callbacks;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

public class Main {
    public static void main(String[] args) {
        List<Task> tasks = new ArrayList<>();
        for (int priority : new int[] {3, 1, 2}) {
            tasks.add(new Task(priority));
        }
        Collections.sort(tasks);
        tasks.forEach(new Printer());
        tasks.replaceAll(new Raise());
        tasks.removeIf(Task::isUrgent);
        System.out.println(tasks.size());
        tasks.sort(Collections.reverseOrder());
        tasks.iterator().forEachRemaining(new Printer());

        Optional<Task> first = tasks.stream().findFirst();
        System.out.println(first.map(Task::label).orElseGet(Main::none));
        System.out.println(first.filter(Task::isUrgent).map(task -> neverCalled()).orElseGet(Main::none));
        first.ifPresentOrElse(new Printer(), Main::neverCalled);
        Map.of("key", new Task(9)).forEach((key, task) -> show(key, task));
        System.out.println(Objects.requireNonNullElseGet(null, Main::none));

        Collection<Task> view = Collections.unmodifiableCollection(new Loud());
        for (Task task : view) {
            new Printer().accept(task);
        }
        System.out.println(view.contains(new Task(1)));
    }

    static String none() {
        return "none";
    }

    static String neverCalled() {
        throw new IllegalStateException();
    }

    static void show(String key, Task task) {
        System.out.println(key + "=" + task.label());
    }
}

class Task implements Comparable<Task> {
    private final int priority;

    Task(int priority) {
        this.priority = priority;
    }

    int priority() {
        return priority;
    }

    boolean isUrgent() {
        return priority() > 3;
    }

    String label() {
        return "task " + priority();
    }

    @Override
    public int compareTo(Task other) {
        return Integer.compare(priority(), other.priority());
    }
}

class Printer implements Consumer<Task> {
    @Override
    public void accept(Task task) {
        System.out.println(task.label());
    }
}

class Raise implements UnaryOperator<Task> {
    @Override
    public Task apply(Task task) {
        return new Task(task.priority() + 1);
    }
}

class Loud extends ArrayList<Task> {
    Loud() {
        add(new Task(7));
    }

    @Override
    public Iterator<Task> iterator() {
        System.out.println("iterating");
        return super.iterator();
    }

    @Override
    public boolean contains(Object task) {
        return isEmpty();
    }
}
