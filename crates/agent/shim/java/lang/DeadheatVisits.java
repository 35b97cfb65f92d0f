package java.lang;

import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/** Who has been at which site, and whose stack is wanted there. */
final class DeadheatVisits {
    private DeadheatVisits() {}

    /** How many threads may have their stack kept for the same site. */
    private static final int STACKS = 64;

    /**
     * By site, how many threads' stacks are kept, or WANTED. An access leaves no stack; but when a thread comes to a site for the
     * first time, that is slow anyway, and its stack then is most probably what it is the next times. When many threads have
     * been there, this ends, unless the site turns out to be the earlier one of a race.
     */
    private static volatile byte[] stacks = new byte[0];

    private static final byte WANTED = -1;

    /** Whether a stack is WANTED at any site. */
    private static boolean isAnyWanted;

    private static synchronized byte[] stacksFor(int site) {
        byte[] all = stacks;
        if (site >= all.length) {
            byte[] longer = new byte[Math.max(site + 1, 2 * all.length)];
            System.arraycopy(all, 0, longer, 0, all.length);
            stacks = longer;
            all = longer;
        }
        return all;
    }

    static void want(int site) {
        try {
            stacksFor(site)[site] = WANTED;
            isAnyWanted = true;
        } catch (OutOfMemoryError e) {
            // Then the report has no such stack.
        }
    }

    /** A thread is at a site in a new epoch. */
    @ForceInline
    static void visit(DeadheatState s, int site) {
        if (!s.hasVisited(site)) {
            firstVisit(s, site);
        } else {
            rememberIfWanted(site);
        }
    }

    /** The same, if it has perhaps been there before: what it accesses has the word of an access that it, too, visited. */
    @ForceInline
    static void again(DeadheatState s, int site, long word) {
        boolean isSame = word >>> DeadheatCore.SITE_SHIFT == site
                && DeadheatCore.tid(word) == s.tid
                && (word & DeadheatCore.CLOCK_MASK) >= s.first;
        if (!isSame || isAnyWanted) {
            visit(s, site);
        }
    }

    @DontInline
    private static void firstVisit(DeadheatState s, int site) {
        try {
            s.visit(site);
            byte[] counts = stacksFor(site);
            if (counts[site] < STACKS) {
                counts[site] += counts[site] == WANTED ? 0 : 1;
                DeadheatCore.remember(site, s.tid, s.first, s.held, s.heldAt, s.heldCount);
            }
        } catch (OutOfMemoryError | StackOverflowError e) {
            // As above.
        }
    }

    @ForceInline
    static void rememberIfWanted(int site) {
        if (isAnyWanted) {
            rememberIf(site);
        }
    }

    @DontInline
    private static void rememberIf(int site) {
        byte[] counts = stacks;
        if (site < counts.length && counts[site] == WANTED) {
            DeadheatState s = DeadheatCore.state(Thread.currentThread());
            DeadheatCore.remember(site, s.tid, s.first, s.held, s.heldAt, s.heldCount);
        }
    }
}
