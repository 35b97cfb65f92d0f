// jdk: 21
package heldout.election;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;

public final class Main {
    private static final String[] CANDIDATES = {"ada", "bob", "cyd"};

    public static void main(String[] args) throws InterruptedException {
        AtomicReference<Count> national = new AtomicReference<>(Count.EMPTY);
        Office office = new Office();
        Map<String, Box> boxes = new HashMap<>();
        for (String district : List.of("north", "south")) {
            boxes.put(district, new Box(national)); // safe: no voter has started
        }
        List<Thread> counters = new ArrayList<>();
        for (Map.Entry<String, Box> entry : boxes.entrySet()) {
            Box box = entry.getValue();
            counters.add(Thread.ofVirtual().name("counter " + entry.getKey()).start(box));
        }
        int[] turnout = new int[10];
        CountDownLatch voted = new CountDownLatch(turnout.length);
        try (ExecutorService voters = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < turnout.length; i++) {
                int voter = i;
                voters.submit(() -> {
                    String district = voter % 2 == 0 ? "north" : "south";
                    Box box = boxes.get(district); // safe: the map is not changed any more
                    box.drop(new Ballot.Vote(district, CANDIDATES[voter % 3], 1 + voter % 2));
                    if (voter % 5 == 0) {
                        box.drop(new Ballot.Blank(district));
                    }
                    turnout[voter] = 1; // safe: an index for each voter
                    voted.countDown();
                });
            }
            voted.await();
            for (Box box : boxes.values()) { // safe: the map is not changed any more
                box.drop(new Ballot.End());
            }
            boxes.forEach((district, box) -> voters.submit(() -> office.report(district, box.note())));
        }
        int sum = 0;
        for (int each : turnout) { // safe: all have counted down
            sum += each;
        }
        for (Thread counter : counters) {
            counter.join();
        }
        System.out.println(sum + " " + boxes.get("north").count() + ", " + boxes.get("south").count());
        System.out.println(national.get().of("ada") + " " + office.snapshot().get("south") + " " + (office.latest() != null));
        System.out.println(boxes.get("north").closed());
    }
}
