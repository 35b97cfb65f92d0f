package kernels;

/** A chained hash map of our own with a lock for each of 64 stripes, shared by the threads. */
final class OwnHashMap implements Kernels.Kernel {
    private static final int BUCKETS = 1 << 14;

    static final class Node {
        final int key;
        int value;
        Node next;

        Node(int key, int value, Node next) {
            this.key = key;
            this.value = value;
            this.next = next;
        }
    }

    private Node[] buckets;
    private Object[] locks;

    private void add(int key, int by) {
        int bucket = (key * 0x9E3779B9) >>> 18;
        synchronized (locks[bucket & 63]) {
            for (Node node = buckets[bucket]; node != null; node = node.next) {
                if (node.key == key) {
                    node.value += by;
                    return;
                }
            }
            buckets[bucket] = new Node(key, by, buckets[bucket]);
        }
    }

    @Override
    public Kernels.Work prepare() {
        buckets = new Node[BUCKETS];
        locks = new Object[64];
        for (int i = 0; i < locks.length; i++) {
            locks[i] = new Object();
        }
        return thread -> {
            for (int i = 0; i < 400_000; i++) {
                add((i * 7 + thread) % 30_000, 1);
            }
        };
    }

    @Override
    public long check() {
        long sum = 0;
        for (Node node : buckets) {
            for (; node != null; node = node.next) {
                sum += node.value;
            }
        }
        return sum;
    }
}
