package heldout.renderer;

import java.util.concurrent.Callable;

final class Painter implements Callable<Integer> {
    private final int number;
    private final BuilderPool pool;
    private final Screen screen;

    Painter(int number, BuilderPool pool, Screen screen) {
        this.number = number;
        this.pool = pool;
        this.screen = screen;
    }

    @Override
    public Integer call() {
        int painted = 0;
        int[] gamma = screen.gamma();
        for (int i = 0; i < 20; i++) {
            gamma[i % 4]++; // safe: a copy of this call
            int shade = screen.palette()[i % 4]; // race:palette
            Frame.Builder builder = pool.borrow();
            Frame frame = builder.number(number).pixel(i % 16, shade).caption("frame " + i).build();
            pool.giveBack(builder);
            int[] pixels = frame.pixels();
            pixels[0] = -1; // safe: a copy of this call
            screen.offer(frame);
            screen.log().append('.'); // race:log
            painted++;
        }
        return painted;
    }
}
