package order.firstjoined;

/** Threads that are waited for one by one: some in a loop, the others by themselves. */
public class Main {
    static class Hauler extends Thread {
        int loads;

        @Override
        public void run() {
            loads++; // race:loads
        }
    }

    static class Carter extends Thread {
        int loads;

        @Override
        public void run() {
            loads++; // race:carts
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Hauler[] haulers = {new Hauler(), new Hauler(), new Hauler()};
        for (Hauler hauler : haulers) {
            hauler.start();
        }
        for (int i = 1; i < haulers.length; i++) {
            haulers[i].join();
        }
        int loads = haulers[0].loads; // race:loads
        haulers[0].join();
        loads += haulers[0].loads; // safe: now the first one has ended, too

        Carter[] carters = new Carter[3];
        for (int i = 0; i < carters.length; i++) {
            carters[i] = new Carter();
            carters[i].start();
        }
        for (int i = 2; i < carters.length; i++) {
            carters[i].join();
        }
        carters[0].join();
        loads += carters[0].loads + carters[1].loads; // race:carts
        carters[1].join();
        loads += carters[1].loads; // safe: all have ended (false alarm: which threads of a kind have been waited for, one by one, is not counted)
        System.out.println(loads >= 0);
    }
}
