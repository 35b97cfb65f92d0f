package heldout.robots2;

import java.util.concurrent.BlockingDeque;

class Robot extends Thread {

    enum Mode { IDLE, MOVING, CHARGING, RETIRED }

    record Errand(int shelf, int x, int y) { }

    private final Warehouse warehouse;
    private final BlockingDeque<Errand> errands;
    private int x;
    private int y;
    private int battery = 10;
    private int delivered;
    private volatile Mode mode = Mode.IDLE;

    Robot(int number, Warehouse warehouse, BlockingDeque<Errand> errands) {
        super("robot-" + number);
        this.warehouse = warehouse;
        this.errands = errands;
    }

    @Override
    public void run() {
        Errand next;
        try {
            while ((next = errands.pollFirst()) != null) { // safe: concurrent deque
                travel(next);
                if (warehouse.take(next.shelf())) {
                    delivered++; // race:delivered
                }
                if (battery < 4) { // safe: battery is private to the robot
                    mode = Mode.CHARGING; // safe: volatile
                    battery = warehouse.dock().charge(battery); // safe: battery is private to the robot
                }
            }
        } catch (InterruptedException e) {
            interrupt();
        }
        mode = Mode.RETIRED; // safe: volatile
    }

    private void travel(Errand e) throws InterruptedException {
        mode = Mode.MOVING; // safe: volatile
        while (x != e.x() || y != e.y()) { // safe: only this robot's thread writes its position
            if (x != e.x()) {
                x += Integer.signum(e.x() - x); // race:x
            } else {
                y += Integer.signum(e.y() - y); // race:y
            }
            warehouse.step();
            Thread.sleep(1);
        }
        battery -= 4; // safe: battery is private to the robot
    }

    String where() {
        int col = x; // race:x
        int row = y; // race:y
        return getName() + '@' + col + ',' + row + ' ' + mode;
    }

    int delivered() {
        return delivered; // race:delivered
    }

    interface Warehouse {
        boolean take(int shelf);
        Dock dock();
        void step();
    }
}
