package app;

import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;
import java.util.stream.Stream;

/** Filled objects of the JDK. Static, as all methods here that the test does not want to hear of. */
@SuppressWarnings({"unchecked", "rawtypes"})
class Make {
    static ArrayList list() { ArrayList r = new ArrayList(); r.add(new Fill()); return r; }
    static LinkedList linkedList() { LinkedList r = new LinkedList(); r.add(new Fill()); return r; }
    static Vector vector() { Vector r = new Vector(); r.add(new Fill()); return r; }
    static List cow() { List r = new CopyOnWriteArrayList(); r.add(new Fill()); return r; }
    static ArrayDeque deque() { ArrayDeque r = new ArrayDeque(); r.add(new Fill()); return r; }
    static HashSet set() { HashSet r = new HashSet(); r.add(new Fill()); return r; }
    static TreeSet treeSet() { TreeSet r = new TreeSet(new FillOrder()); r.add(new Fill()); return r; }
    static HashMap map() { HashMap r = new HashMap(); r.put(new Key(), new Val()); return r; }
    static TreeMap treeMap() { TreeMap r = new TreeMap(new FillOrder()); r.put(new Key(), new Val()); return r; }
    static ConcurrentHashMap concurrentMap() {
        ConcurrentHashMap r = new ConcurrentHashMap();
        r.put(new Key(), new Val());
        return r;
    }
    static ConcurrentSkipListMap skipListMap() {
        ConcurrentSkipListMap r = new ConcurrentSkipListMap(new FillOrder());
        r.put(new Key(), new Val());
        return r;
    }
    static IdentityHashMap identityMap() { IdentityHashMap r = new IdentityHashMap(); r.put(new Key(), new Val()); return r; }
    static LinkedHashMap linkedMap() { LinkedHashMap r = new LinkedHashMap(); r.put(new Key(), new Val()); return r; }
    static WeakHashMap weakMap() { WeakHashMap r = new WeakHashMap(); r.put(new Key(), new Val()); return r; }
    static EnumMap enumMap() { EnumMap r = new EnumMap(Color.class); r.put(Color.RED, new Val()); return r; }
    static Queue queue(Queue r) { r.add(new Fill()); return r; }
    static Hashtable hashtable() { Hashtable r = new Hashtable(); r.put(new Key(), new Val()); return r; }

    /** What a function may return where the type does not say: itself, or something with it inside. */
    static Object any(Object o) {
        if (o.equals(o)) return o;
        if (o.equals("stream")) return Stream.of(o);
        if (o.equals("future")) return CompletableFuture.completedFuture(o);
        if (o.equals("optional")) return Optional.of(o);
        if (o.equals("list")) return new ArrayList();
        if (o.equals("array")) return new Object[1];
        return new TreeMap();
    }
}

enum Color { RED }

/** The order of what collections are filled with, and other functions that they are made with. */
@SuppressWarnings({"unchecked", "rawtypes"})
class FillOrder implements Comparator, Predicate, LongBinaryOperator, DoubleBinaryOperator {
    public int compare(Object a, Object b) { return 0; }
    public boolean test(Object o) { return true; }
    public long applyAsLong(long a, long b) { return a; }
    public double applyAsDouble(double a, double b) { return a; }
}

/** Tasks that are divided. */
class Recursive extends RecursiveTask {
    protected Object compute() { return new Res0(); }
}

class RecursiveStep extends RecursiveAction {
    protected void compute() {}
}

class Counted extends CountedCompleter {
    public void compute() {}
    public Object getRawResult() { return new Res0(); }
    protected void setRawResult(Object o) {}
}

/** An object of the program: whatever an object can be asked, it can answer. */
@SuppressWarnings({"unchecked", "rawtypes"})
abstract class Tag implements Delayed, Map.Entry, Runnable, Callable {
    public long getDelay(TimeUnit unit) { return 0; }
    public Object setValue(Object o) { return null; }
}
