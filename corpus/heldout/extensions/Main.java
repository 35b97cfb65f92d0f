package heldout.extensions;

import java.util.concurrent.CyclicBarrier;

/** Plug-in registry that modules fill at start-up and requests use at the same time. */
public class Main {

    private static void module(int n, CyclicBarrier barrier, String[] out) {
        try {
            barrier.await();
            Registry reg = Registry.get();
            reg.register("mod" + n, s -> s + n);
            reg.configure("mod" + n + ".level", String.valueOf(n * n));
            reg.activate("mod" + n);
            reg.activate("mod" + (n + 1) % 3);
            out[n] = reg.runAll("in") + " " + reg.setting("mod0.level"); // safe: own element
        } catch (Exception e) {
            out[n] = e.toString(); // safe: own element
        }
    }

    public static void main(String[] args) throws InterruptedException {
        CyclicBarrier barrier = new CyclicBarrier(3);
        String[] out = new String[3];
        Thread[] modules = new Thread[3];
        for (int i = 0; i < 3; i++) {
            int n = i;
            modules[i] = new Thread(() -> module(n, barrier, out));
            modules[i].start();
        }
        System.out.println("so far: " + Registry.get().lastActivated());
        for (Thread t : modules) {
            t.join();
        }
        for (String s : out) {
            System.out.println(s); // safe: after join
        }
        System.out.println(Registry.get().find("mod0").calls.sum());
    }
}
