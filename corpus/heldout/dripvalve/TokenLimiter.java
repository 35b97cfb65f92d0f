package heldout.dripvalve;

public class TokenLimiter implements Limiter {
    private static class Bucket {
        int tokens;
        int granted;
        int refused;
    }

    private final Object[] stripes = new Object[4];
    private final Bucket[] buckets;
    private int limit;
    private int refills;

    public TokenLimiter(int tenants, int limit) {
        this.limit = limit;
        this.buckets = new Bucket[tenants];
        for (int i = 0; i < tenants; i++) {
            buckets[i] = new Bucket();
            buckets[i].tokens = limit; // safe: constructor, before any thread knows the limiter
        }
        for (int i = 0; i < stripes.length; i++) {
            stripes[i] = new Object();
        }
    }

    @Override
    public boolean tryAcquire(int tenant) {
        synchronized (stripes[tenant % stripes.length]) {
            Bucket bucket = buckets[tenant]; // safe: the array is not written after the constructor
            if (bucket.tokens > 0) { // race:tokens
                bucket.tokens--; // race:tokens
                bucket.granted++; // safe: a tenant always has the same stripe
                return true;
            }
            bucket.refused++; // safe: a tenant always has the same stripe
            return false;
        }
    }

    public synchronized void refill() {
        int fresh = limit; // race:limit
        for (Bucket bucket : buckets) {
            bucket.tokens = fresh; // race:tokens
        }
        refills++; // safe: under this
    }

    public void setLimit(int limit) {
        this.limit = limit; // race:limit
    }

    public synchronized int refills() {
        return refills; // safe: under this
    }

    public int asked() {
        int sum = 0;
        for (int i = 0; i < buckets.length; i++) {
            synchronized (stripes[i % stripes.length]) {
                sum += buckets[i].granted; // safe: a tenant always has the same stripe
                sum += buckets[i].refused; // safe: a tenant always has the same stripe
            }
        }
        return sum;
    }
}
