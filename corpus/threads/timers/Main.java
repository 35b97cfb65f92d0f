package threads.timers;

import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

/** Two timers of a game: tasks of the same timer follow each other, those of different timers do not. */
public final class Main {
    static final class Game {
        int score;
        int lives = 3;
        int frames;
        String message = "";
        final CountDownLatch finished = new CountDownLatch(4);
    }

    static final class Frame extends TimerTask {
        private final Game game;
        private int own;

        Frame(Game game) {
            this.game = game;
        }

        @Override
        public void run() {
            own++; // safe: one timer thread runs it
            game.frames++; // safe: the drawing timer only, and main after the latch
            game.message = "frame " + own; // race:message
            if (own >= 2) {
                cancel();
            }
            game.finished.countDown();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Game game = new Game();
        game.lives = 5; // safe: before anything is scheduled
        Timer drawing = new Timer("drawing", true);
        Timer logic = new Timer("logic", true);
        drawing.schedule(new Frame(game), 0, 1);
        logic.schedule(new TimerTask() {
            @Override
            public void run() {
                game.score += 10; // race:score
                game.lives--; // safe: the logic timer only, before the latch
                game.message = "hit"; // race:message
                game.finished.countDown();
            }
        }, 1);
        logic.schedule(new TimerTask() {
            @Override
            public void run() {
                game.score -= 1; // race:score
                game.lives--; // safe: the logic timer only, before the latch
                game.finished.countDown();
            }
        }, 2);
        int shown = game.score; // race:score
        String text = game.message; // race:message
        game.finished.await();
        System.out.println(game.lives + " " + game.frames); // safe: four tasks counted down before this
        if (shown > 10 || text == null) {
            throw new AssertionError();
        }
        drawing.cancel();
        logic.cancel();
    }
}
