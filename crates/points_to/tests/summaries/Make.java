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

/** What a program needs to write itself in order to inherit the rest. */
@SuppressWarnings({"unchecked", "rawtypes"})
class PlainMap extends AbstractMap {
    public Set entrySet() { return Make.map().entrySet(); }
}

@SuppressWarnings({"unchecked", "rawtypes"})
class PlainConcurrentMap extends AbstractMap implements ConcurrentMap {
    public Set entrySet() { return Make.map().entrySet(); }
    public Object putIfAbsent(Object k, Object v) { return new Val(); }
    public boolean remove(Object k, Object v) { return true; }
    public boolean replace(Object k, Object o, Object n) { return true; }
    public Object replace(Object k, Object v) { return new Val(); }
}

@SuppressWarnings("rawtypes")
class PlainList extends AbstractSequentialList {
    public ListIterator listIterator(int at) { return Make.list().listIterator(at); }
    public int size() { return 1; }
}

@SuppressWarnings("rawtypes")
class PlainQueue extends AbstractQueue {
    public Iterator iterator() { return Make.list().iterator(); }
    public int size() { return 1; }
    public boolean offer(Object o) { return true; }
    public Object poll() { return new Fill(); }
    public Object peek() { return new Fill(); }
}

@SuppressWarnings("rawtypes")
class PlainDictionary extends Dictionary {
    public int size() { return 1; }
    public boolean isEmpty() { return false; }
    public Enumeration keys() { return Make.hashtable().keys(); }
    public Enumeration elements() { return Make.hashtable().elements(); }
    public Object get(Object k) { return new Val(); }
    public Object put(Object k, Object v) { return new Val(); }
    public Object remove(Object k) { return new Val(); }
}

@SuppressWarnings("rawtypes")
class PlainIterable implements Iterable {
    public Iterator iterator() { return Make.list().iterator(); }
}

@SuppressWarnings({"unchecked", "rawtypes"})
class PlainSpliterator implements Spliterator {
    public boolean tryAdvance(Consumer c) { c.accept(new Fill()); return false; }
    public Spliterator trySplit() { return null; }
    public long estimateSize() { return 1; }
    public int characteristics() { return 0; }
}

class PlainInts implements PrimitiveIterator.OfInt {
    public boolean hasNext() { return true; }
    public int nextInt() { return 1; }
}

class PlainLongs implements PrimitiveIterator.OfLong {
    public boolean hasNext() { return true; }
    public long nextLong() { return 1; }
}

class PlainDoubles implements PrimitiveIterator.OfDouble {
    public boolean hasNext() { return true; }
    public double nextDouble() { return 1; }
}

class PlainGenerator implements java.util.random.RandomGenerator {
    public long nextLong() { return 1; }
}

class PlainText implements CharSequence {
    public int length() { return 1; }
    public char charAt(int at) { return 'c'; }
    public CharSequence subSequence(int from, int to) { return this; }
}

class PlainExecutor extends AbstractExecutorService {
    public void execute(Runnable r) { r.run(); }
    public void shutdown() {}
    public List<Runnable> shutdownNow() { return new ArrayList<>(); }
    public boolean isShutdown() { return true; }
    public boolean isTerminated() { return true; }
    public boolean awaitTermination(long time, TimeUnit unit) { return true; }
}

class PlainTask extends TimerTask {
    public void run() {}
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
