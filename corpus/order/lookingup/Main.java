package order.lookingup;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Gates of a museum: who puts something into a map tells who finds it there; who only looks something up tells nobody anything. */
public final class Main {
    record Gate(String name) {}

    private final Map<String, Gate> gates = new ConcurrentHashMap<>();
    private final Map<String, String> signs = new ConcurrentHashMap<>();
    private int opened;
    private int visitors;
    private String guide = "";

    void count(String name) {
        Gate gate = gates.get(name);
        if (gate == null) {
            return;
        }
        visitors++; // race:visitors
        if (!gates.containsKey("exit")) {
            visitors--; // race:visitors
        }
    }

    void open() {
        opened = 1; // safe: before the sign is put up
        guide = "Rosa"; // race:guide
        signs.put("open", "please come in");
        guide = "Marc"; // race:guide
    }

    void enter() {
        String sign = signs.get("open");
        if (sign != null) {
            System.out.println(opened > 0); // safe: the sign was put up after that
            System.out.println(guide.isEmpty()); // race:guide
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Main museum = new Main();
        museum.gates.put("north", new Gate("side"));
        museum.gates.put("south", new Gate("side"));
        Thread north = new Thread(() -> museum.count("north"));
        Thread south = new Thread(() -> museum.count("south"));
        Thread porter = new Thread(museum::open);
        Thread guest = new Thread(museum::enter);
        Thread[] all = {north, south, porter, guest};
        for (Thread thread : all) {
            thread.start();
        }
        for (Thread thread : all) {
            thread.join();
        }
        System.out.println(museum.visitors >= 0);
    }
}
