package fresh.doublebuffer;

import java.util.concurrent.Exchanger;

/** A renderer and a display swap two frames. At any time each of them has one. */
public class Main {
    private static final int FRAMES = 20;

    static class Frame {
        final int[] pixels = new int[64];
        int number = -1;
        boolean last;

        void draw(int n) {
            for (int i = 0; i < pixels.length; i++) {
                pixels[i] = n * i; // safe: the frame belongs to the renderer
            }
            number = n; // safe: the frame belongs to the renderer
            last = n == FRAMES - 1; // safe: the frame belongs to the renderer
        }

        long checksum() {
            long sum = number; // safe: the frame belongs to the display
            for (int pixel : pixels) { // safe: the frame belongs to the display
                sum += pixel;
            }
            return sum;
        }
    }

    static class Renderer extends Thread {
        private final Exchanger<Frame> exchanger;
        private Frame mine = new Frame();

        Renderer(Exchanger<Frame> exchanger) {
            this.exchanger = exchanger;
        }

        @Override
        public void run() {
            try {
                for (int n = 0; n < FRAMES; n++) {
                    mine.draw(n);
                    mine = exchanger.exchange(mine); // safe: own field
                }
            } catch (InterruptedException e) {
                interrupt();
            }
        }
    }

    static class Display extends Thread {
        private final Exchanger<Frame> exchanger;
        private Frame mine = new Frame();
        private long total;
        private int shown;

        Display(Exchanger<Frame> exchanger) {
            this.exchanger = exchanger;
        }

        @Override
        public void run() {
            try {
                do {
                    mine = exchanger.exchange(mine); // safe: own field
                    total += mine.checksum(); // safe: own field
                    mine.number = -1; // safe: the frame belongs to the display
                    shown++; // safe: own field
                } while (!mine.last); // safe: the frame belongs to the display
            } catch (InterruptedException e) {
                interrupt();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Exchanger<Frame> exchanger = new Exchanger<>();
        Renderer renderer = new Renderer(exchanger);
        Display display = new Display(exchanger);
        renderer.start();
        display.start();
        renderer.join();
        display.join();
        System.out.println(display.shown + " " + display.total); // safe: after join
        if (renderer.mine == display.mine || renderer.mine.number != -1) { // safe: after join
            throw new AssertionError();
        }
    }
}
