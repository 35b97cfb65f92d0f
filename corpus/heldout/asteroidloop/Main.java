package heldout.asteroidloop;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A little arcade game: logic thread, render thread, sound thread, and main as the player. */
public final class Main {
    private static final int TICKS = 400;

    /** A rock in space. */
    static final class Rock {
        private int x;
        private int y;
        private final int speed;

        Rock(int x, int y, int speed) {
            this.x = x;
            this.y = y;
            this.speed = speed;
        }

        void move() {
            x = (x + speed) % 640; // safe: logic thread only
            y = (y + 2 * speed) % 480; // safe: logic thread only
        }
    }

    /** A key stroke, filled in by the player, read by the logic. */
    static final class KeyEvent {
        private char key;
        private int repeat;

        static KeyEvent of(char key, int repeat) {
            KeyEvent event = new KeyEvent();
            event.key = key; // safe: before it goes into the queue
            event.repeat = repeat; // safe: before it goes into the queue
            return event;
        }
    }

    /** What the renderer may see of one tick. */
    static final class Frame {
        private final int tick;
        private final int[] xs;
        private int visible;

        Frame(int tick, int capacity) {
            this.tick = tick;
            this.xs = new int[capacity];
        }

        void put(int x) {
            xs[visible] = x; // safe: before the frame is published
            visible++; // safe: before the frame is published
        }

        int sum() {
            int sum = tick;
            for (int i = 0; i < visible; i++) { // safe: published by a volatile, then left alone
                sum += xs[i]; // safe: published by a volatile, then left alone
            }
            return sum;
        }
    }

    /** Numbers at the top of the screen, in two buffers used in turn. */
    static final class Hud {
        private final int[][] buffers = new int[2][4];
        private volatile int front;

        void update(int tick, int rocks) {
            int back = 1 - front;
            int[] target = buffers[back]; // safe: the outer array never changes
            for (int i = 0; i < target.length; i++) {
                target[i] = tick * i + rocks; // race:hud missed: that two buffers are used again while they are read is not seen
            }
            front = back;
        }

        int draw() {
            int[] shown = buffers[front]; // safe: the outer array never changes
            int width = 0;
            for (int i = 0; i < shown.length; i++) {
                width += shown[i]; // race:hud missed: as above
            }
            return width;
        }
    }

    /** Sound buffers wander between logic and speaker and are used again and again. */
    static final class SoundDeck {
        private static final short[] SILENCE = new short[0];
        private final BlockingQueue<short[]> free = new ArrayBlockingQueue<>(2);
        private final BlockingQueue<short[]> full = new ArrayBlockingQueue<>(4);

        SoundDeck() {
            free.add(new short[16]);
            free.add(new short[16]);
        }

        void mix(int tick) throws InterruptedException {
            short[] buffer = free.take();
            for (int i = 0; i < buffer.length; i++) {
                buffer[i] = (short) (tick + i); // safe: taken from the free queue
            }
            full.put(buffer);
        }

        void end() throws InterruptedException {
            full.put(SILENCE);
        }

        int play() throws InterruptedException {
            short[] buffer = full.take();
            if (buffer == SILENCE) {
                return -1;
            }
            int sum = 0;
            for (short sample : buffer) { // safe: taken from the full queue
                sum += sample;
            }
            free.put(buffer);
            return sum;
        }
    }

    static final class Game implements Runnable {
        private final List<Rock> rocks = new ArrayList<>();
        private final Queue<KeyEvent> keys = new ConcurrentLinkedQueue<>();
        private final Hud hud = new Hud();
        private final SoundDeck sound = new SoundDeck();
        private volatile Frame latest = new Frame(0, 0);
        private volatile boolean running = true;
        private boolean paused;
        private int score;
        private int shots;
        private int ticks;

        Game(int count) {
            for (int i = 0; i < count; i++) {
                rocks.add(new Rock(i * 40, i * 30, 1 + i % 3)); // safe: before the threads start
            }
        }

        void press(KeyEvent event) {
            keys.add(event); // safe: ConcurrentLinkedQueue
        }

        void setPaused(boolean value) {
            paused = value; // race:paused
        }

        int score() {
            return score; // race:score
        }

        @Override
        public void run() {
            try {
                while (ticks < TICKS) { // safe: logic thread only
                    ticks++; // safe: logic thread, main reads after join
                    readKeys();
                    if (!paused) { // race:paused
                        moveAll();
                    }
                    publish();
                    sound.mix(ticks);
                }
                sound.end();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                running = false;
            }
        }

        private void readKeys() {
            KeyEvent event = keys.poll();
            while (event != null) {
                if (event.key == ' ') { // safe: came out of the queue
                    shots += event.repeat; // safe: logic thread, main reads after join
                    score += 10; // race:score
                }
                event = keys.poll();
            }
        }

        private void moveAll() {
            for (Rock rock : rocks) { // safe: logic thread only
                rock.move();
            }
        }

        private void publish() {
            Frame frame = new Frame(ticks, rocks.size());
            for (Rock rock : rocks) {
                frame.put(rock.x);
            }
            latest = frame; // safe: volatile publication
            hud.update(ticks, rocks.size());
        }
    }

    static final class Renderer extends Thread {
        private final Game game;
        private final StringBuilder screen = new StringBuilder();
        private int drawn;
        private boolean fine = true;

        Renderer(Game game) {
            super("render");
            this.game = game;
        }

        @Override
        public void run() {
            do {
                screen.setLength(0); // safe: render thread only
                Frame frame = game.latest;
                screen.append(frame.sum()).append('|').append(game.hud.draw()); // safe: render thread only
                fine &= game.score() >= 0; // safe: own field, main reads after join
                drawn++; // safe: own field, main reads after join
            } while (game.running);
        }
    }

    static final class Speaker extends Thread {
        private final SoundDeck deck;
        private long loudness;

        Speaker(SoundDeck deck) {
            super("speaker");
            this.deck = deck;
        }

        @Override
        public void run() {
            try {
                int sum = deck.play();
                while (sum >= 0) {
                    loudness += sum; // safe: own field, main reads after join
                    sum = deck.play();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Game game = new Game(12);
        game.press(KeyEvent.of(' ', 1));
        Thread logic = new Thread(game, "logic");
        Renderer renderer = new Renderer(game);
        Speaker speaker = new Speaker(game.sound);
        logic.start();
        renderer.start();
        speaker.start();
        for (int i = 0; i < 50; i++) {
            game.press(KeyEvent.of(i % 2 == 0 ? ' ' : 'a', 1));
            game.setPaused(i % 10 == 9);
        }
        logic.join();
        renderer.join();
        speaker.join();
        int shots = game.shots; // safe: after join
        System.out.println("ticks " + game.ticks + " loudness " + speaker.loudness);
        System.out.println("shots ok " + (shots >= 1 && shots <= 26) + " score fits " + (game.score() == shots * 10));
        System.out.println("drawn " + (renderer.drawn > 0 && renderer.fine && renderer.screen.length() > 0));
    }
}
