package java.lang;

import jdk.internal.vm.annotation.ForceInline;

/**
 * What is known about a running thread. Only that thread touches it, except for what is final.
 *
 * <p>{@code others} is shared with clocks that were released and so is replaced, never written, when the thread learns
 * something. {@code own} is larger than in every clock that was released. {@code isUsed} says whether the thread put its
 * current epoch on an access or learnt something since its last release; if not, it releases the same clock again.
 */
final class DeadheatState {
    /** -1 if there was no number left: its accesses are not watched, what it orders is. */
    final int tid;
    final String name;
    /** The first own clock of this thread; earlier ones belong to those who had the number before. */
    final long first;
    final DeadheatState before;
    long own;
    long[] others;
    boolean isUsed = true;
    /** What it released last, if that can be shared. */
    DeadheatClock last;
    /** Its reads do not count: it looks at data of an optimistic lock. Ends with its next release at the latest. */
    boolean isOptimistic;
    /** A release with an own clock below this is nothing unusual. */
    long limit;
    /** The locks that it holds, the last one taken last, and the places that took them. */
    Object[] held = new Object[4];
    int[] heldAt = new int[4];
    int heldCount;
    /** The scheduler was asked about an acquisition, and has not heard of it yet. */
    boolean isAsked;
    /** What it is about to acquire without asking, if somebody waits for that. */
    Object passing;
    /** How often it was at places that acquire locks, by their numbers; null before it was at any. */
    private int[] asked;
    /** What others did before they made objects of which the thread has read final fields; null if that is ordered anyway. */
    private long[] frozen;
    /** The sites where it has been, a bit each, as far as anybody asked. */
    private long[] visited = new long[0];

    DeadheatState(int tid, String name, long own, long[] others, DeadheatState before) {
        this.tid = tid;
        this.name = name;
        this.first = own;
        this.own = own;
        this.others = others;
        this.before = before;
        setOptimistic(false);
    }

    void setOptimistic(boolean is) {
        isOptimistic = is;
        limit = is || tid < 0 ? 0 : DeadheatCore.CLOCK_MASK - 1;
    }

    long get(int thread) {
        if (thread == tid) {
            return own;
        }
        return thread < others.length ? others[thread] : 0;
    }

    /**
     * Whether the thread knows everything that a clock says. Of a snapshot it is enough to look at its own clock: who knows
     * of that has learnt the rest with it. (A thread that takes over a number starts with what its predecessor knew.)
     */
    boolean covers(DeadheatClock clock) {
        if (clock.tid >= 0) {
            return get(clock.tid) >= clock.own;
        }
        long[] all = clock.others;
        for (int i = 0; i < all.length; i++) {
            if (all[i] > get(i)) {
                return false;
            }
        }
        return true;
    }

    void learn(DeadheatClock clock) {
        long[] all = new long[Math.max(others.length, clock.width())];
        for (int i = 0; i < all.length; i++) {
            all[i] = Math.max(i < others.length ? others[i] : 0, clock.get(i));
        }
        others = all;
        isUsed = true;
    }

    @ForceInline
    void take(Object lock, int site) {
        int count = heldCount;
        if (count >= held.length) {
            moreLocks();
        }
        held[count] = lock;
        heldAt[count] = site;
        heldCount = count + 1;
    }

    boolean holds(Object lock) {
        for (int i = heldCount - 1; i >= 0; i--) {
            if (held[i] == lock) {
                return true;
            }
        }
        return false;
    }

    /** Whether the thread has been at a place that acquires locks so often that it is asked about only now and then. */
    boolean isSkipped(int site) {
        if (asked == null) {
            asked = new int[256];
        }
        int times = ++asked[site & asked.length - 1];
        return times > 2048 && (times & 1023) != 0;
    }

    private void moreLocks() {
        Object[] locks = new Object[2 * heldCount];
        int[] sites = new int[2 * heldCount];
        System.arraycopy(held, 0, locks, 0, heldCount);
        System.arraycopy(heldAt, 0, sites, 0, heldCount);
        heldAt = sites;
        held = locks;
    }

    /** Locks are mostly left in the reverse order. */
    @ForceInline
    void leave(Object lock) {
        int last = heldCount - 1;
        if (last >= 0 && held[last] == lock) {
            held[last] = null;
            heldCount = last;
        } else {
            leaveOther(lock);
        }
    }

    /** What was taken before anybody looked is not in the list. */
    private void leaveOther(Object lock) {
        for (int i = heldCount - 1; i >= 0; i--) {
            if (held[i] == lock) {
                heldCount--;
                for (; i < heldCount; i++) {
                    held[i] = held[i + 1];
                    heldAt[i] = heldAt[i + 1];
                }
                held[heldCount] = null;
                return;
            }
        }
    }

    /** How much the shadows of arrays need that it made lately, in elements. */
    long added;
    /** What loops inside of the current one did and did not report yet. */
    DeadheatLater later;
    /** The last ranges of arrays that loops reported, by site. */
    private DeadheatArray[] ranges;
    private long[] rangeStamps;
    private long[] rangeEnds;
    private static final int RANGES = 64;

    /** Whether the same was reported the last time; the stamp has the site and the epoch. */
    boolean isRepeated(DeadheatArray shadow, int low, int high, long stamp) {
        if (ranges == null) {
            try {
                rangeEnds = new long[RANGES];
                rangeStamps = new long[RANGES];
                ranges = new DeadheatArray[RANGES];
            } catch (OutOfMemoryError e) {
                return false;
            }
        }
        int at = (int) (stamp >>> DeadheatCore.SITE_SHIFT) & RANGES - 1;
        long ends = (long) low << 32 | high;
        if (ranges[at] == shadow && rangeStamps[at] == stamp && rangeEnds[at] == ends) {
            return true;
        }
        ranges[at] = shadow;
        rangeStamps[at] = stamp;
        rangeEnds[at] = ends;
        return false;
    }

    boolean isFrozen(long epoch) {
        long[] all = frozen;
        int thread = DeadheatCore.tid(epoch);
        return all != null && thread < all.length && (epoch & DeadheatCore.CLOCK_MASK) <= all[thread];
    }

    void freeze(DeadheatClock clock) {
        int width = frozen == null ? clock.width() : Math.max(frozen.length, clock.width());
        long[] all = new long[width];
        for (int i = 0; i < width; i++) {
            all[i] = Math.max(frozen != null && i < frozen.length ? frozen[i] : 0, clock.get(i));
        }
        frozen = all;
    }

    boolean hasVisited(int site) {
        int word = site >>> 6;
        return word < visited.length && (visited[word] & 1L << site) != 0;
    }

    void visit(int site) {
        int word = site >>> 6;
        if (word >= visited.length) {
            long[] longer = new long[Math.max(word + 1, 2 * visited.length)];
            System.arraycopy(visited, 0, longer, 0, visited.length);
            visited = longer;
        }
        visited[word] |= 1L << site;
    }

    /** As {@link #snapshot}, put into a clock that nobody else looks at; only if that is nothing unusual. */
    @ForceInline
    void snapshot(DeadheatClock clock) {
        long now = own - 1;
        if (isUsed) {
            now = own++;
            isUsed = false;
            last = null;
        }
        clock.tid = tid;
        clock.own = now;
        if (clock.others != others) {
            clock.others = others;
        }
    }

    /** What the thread knows now; afterwards its epoch is a new one. */
    DeadheatClock snapshot() {
        setOptimistic(false);
        if (isUsed || last == null) {
            last = new DeadheatClock(tid, own, others);
            isUsed = false;
            if (tid >= 0) {
                own++;
            }
        }
        return last;
    }
}
