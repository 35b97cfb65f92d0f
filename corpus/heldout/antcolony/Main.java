package heldout.antcolony;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;

public class Main {
    private static final int STRIPS = 4;
    private static final int GENERATIONS = 30;

    private static List<StripWorker> crew(World world, Exchanger<StripWorker.Page> exchanger) {
        CyclicBarrier spreadDone = new CyclicBarrier(STRIPS, world::swap);
        CyclicBarrier generationDone = new CyclicBarrier(STRIPS, world::endGeneration);
        int width = World.CELLS / STRIPS;
        List<StripWorker> crew = new ArrayList<>();
        crew.add(new StripWorker.Reporting(world, width, spreadDone, generationDone, exchanger));
        for (int s = 1; s < STRIPS; s++) {
            crew.add(new StripWorker("strip-" + s, world, s * width, (s + 1) * width, spreadDone, generationDone));
        }
        return crew;
    }

    public static void main(String[] args) throws InterruptedException {
        World world = new World(GENERATIONS);
        Exchanger<StripWorker.Page> exchanger = new Exchanger<>();
        Recorder recorder = new Recorder(exchanger);
        Thread recording = new Thread(recorder, "recorder");
        recording.start();
        List<StripWorker> crew = crew(world, exchanger);
        for (StripWorker w : crew) {
            w.start();
        }

        boolean sane = world.generation() <= GENERATIONS;
        sane &= recorder.pages() <= GENERATIONS;

        int harvested = 0;
        for (StripWorker w : crew) {
            w.join();
            harvested += w.harvested();
        }
        recording.join();

        System.out.println("harvested " + harvested + ", food " + world.totalFood());
        System.out.println("recorded " + recorder.recorded());
        System.out.println("best " + (world.bestSeen() > 0) + ", marked " + (world.marked() > 0) + ", sane " + sane);
    }
}
