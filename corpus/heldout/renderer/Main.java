package heldout.renderer;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public final class Main {
    public static void main(String[] args) throws InterruptedException, ExecutionException {
        BuilderPool builders = new BuilderPool();
        Screen screen = new Screen();
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Future<Integer>> painters = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            painters.add(pool.submit(new Painter(i, builders, screen)));
        }
        int[] palette = screen.palette();
        for (int i = 0; i < palette.length; i++) {
            palette[i] = 10 * i; // race:palette
        }
        int shown = screen.show();
        Frame preview = screen.preview();
        int painted = 0;
        for (Future<Integer> painter : painters) {
            painted += painter.get();
        }
        pool.shutdown();
        System.out.println(painted + " " + builders.leaked() + " " + (shown >= 0));
        int logged = screen.log().length(); // safe: all painters have ended
        System.out.println((preview == null || preview.checksum() > 0) + " " + (logged > 0));
    }
}
