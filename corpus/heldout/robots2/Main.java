package heldout.robots2;

import java.util.List;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public class Main implements Robot.Warehouse {

    private static final int SHELVES = 4;
    private final int[] stock = new int[SHELVES];
    private final Object[] locks = new Object[SHELVES];
    private final Dock dock = new Dock();
    private final AtomicInteger steps = new AtomicInteger();

    Main(int perShelf) {
        for (int i = 0; i < SHELVES; i++) {
            stock[i] = perShelf; // safe: before any robot is started
            locks[i] = new Object(); // safe: before any robot is started
        }
    }

    @Override
    public boolean take(int shelf) {
        synchronized (locks[shelf]) {
            if (stock[shelf] == 0) { // safe: one lock per shelf
                return false;
            }
            stock[shelf]--; // safe: one lock per shelf
            return true;
        }
    }

    @Override
    public Dock dock() {
        return dock;
    }

    @Override
    public void step() {
        steps.incrementAndGet(); // safe: atomic
    }

    private int left() {
        int sum = 0;
        for (int i = 0; i < SHELVES; i++) {
            synchronized (locks[i]) {
                sum += stock[i]; // safe: one lock per shelf
            }
        }
        return sum;
    }

    public static void main(String[] args) throws InterruptedException {
        Main hall = new Main(3);
        BlockingDeque<Robot.Errand> errands = new LinkedBlockingDeque<>();
        for (int i = 0; i < 12; i++) {
            errands.addLast(new Robot.Errand(i % SHELVES, 1 + i % 5, 3 - i % 3)); // safe: concurrent deque
        }
        List<Robot> fleet = IntStream.range(0, 3)
                .mapToObj(n -> new Robot(n, hall, errands))
                .collect(Collectors.toUnmodifiableList());

        Thread map = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                for (Robot r : fleet) { // safe: unmodifiable list
                    System.out.println(r.where());
                }
                try {
                    Thread.sleep(15);
                } catch (InterruptedException e) {
                    return;
                }
            }
        }, "floor-map");
        map.setDaemon(true);
        fleet.forEach(Thread::start);
        map.start();

        int delivered = 0;
        for (Robot r : fleet) {
            r.join(200);
            delivered += r.delivered();
        }
        map.interrupt();
        map.join();
        System.out.println(delivered + " delivered, " + hall.left() + " left, " + hall.dock().visits() + " charges");
        System.out.println(hall.steps + " steps");
    }
}
