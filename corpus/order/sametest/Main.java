package order.sametest;

/** What is started only sometimes is waited for only then: the same test decides about both. */
public class Main {
    static final int[] numbers = new int[4096];
    static long left;
    static long right;
    static long tail;
    static long other;

    static long sum(int from, int to) {
        long sum = 0;
        for (int i = from; i < to; i++) {
            sum += numbers[i];
        }
        return sum;
    }

    static long divided(int from, int to, int grain) throws InterruptedException {
        boolean isLarge = to - from > grain;
        int middle = (from + to) / 2;
        Thread helper = new Thread(() -> {
            left = sum(from, middle); // safe: joined before it is read
        });
        if (isLarge) {
            helper.start();
        } else {
            left = sum(from, middle); // safe: the helper does not run then
        }
        right = sum(middle, to);
        if (isLarge) {
            helper.join();
        }
        return left + right; // safe: either waited for or done here
    }

    static long compared(int from, int to, int grain) throws InterruptedException {
        Thread helper = new Thread(() -> {
            tail = sum(from, to); // safe: joined before it is read
        });
        if (to - from > grain) {
            helper.start();
        }
        if (to - from > grain) {
            helper.join();
        }
        return tail; // safe: the same comparison, and nothing changed in between
    }

    static long changed(int from, int to, int grain) throws InterruptedException {
        Thread helper = new Thread(() -> {
            other = sum(from, to); // race:other
        });
        if (to - from > grain) {
            helper.start();
        }
        int rest = from + 1;
        if (to - rest > grain) {
            helper.join();
        }
        return other; // race:other
    }

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = i; // safe: before any helper
        }
        int size = numbers.length - args.length;
        System.out.println(divided(0, size, 512) >= 0);
        System.out.println(compared(0, size, 512) >= 0);
        System.out.println(changed(0, size, 512) >= 0);
    }
}
