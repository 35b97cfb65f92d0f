package heldout.dripvalve;

public interface Limiter {
    boolean tryAcquire(int tenant);

    default Limiter and(Limiter other) {
        return tenant -> tryAcquire(tenant) && other.tryAcquire(tenant);
    }
}
