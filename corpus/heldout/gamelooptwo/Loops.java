package heldout.gamelooptwo;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

final class Game {
    final BlockingQueue<SpriteBuffer> free = new ArrayBlockingQueue<>(2);
    final BlockingQueue<SpriteBuffer> filled = new ArrayBlockingQueue<>(2);
    private boolean paused;
    private volatile boolean running = true;

    Game() {
        free.add(new SpriteBuffer());
        free.add(new SpriteBuffer());
    }

    void togglePause() {
        paused = !paused; // race:paused
    }

    boolean paused() {
        return paused; // race:paused
    }

    boolean running() {
        return running; // safe: volatile
    }

    void quit() {
        running = false; // safe: volatile
    }
}

final class PhysicsLoop extends Thread {
    private final Game game;
    private final World world;
    private int skippedFrames;

    PhysicsLoop(Game game, World world) {
        super("physics");
        this.game = game;
        this.world = world;
    }

    @Override
    public void run() {
        try {
            while (game.running()) {
                if (!game.paused()) {
                    world.step();
                    SpriteBuffer buffer = game.free.poll();
                    if (buffer == null) {
                        skippedFrames++; // safe: physics thread, main after join
                    } else {
                        world.draw(buffer);
                        game.filled.put(buffer);
                    }
                }
                Thread.sleep(1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    int skippedFrames() {
        return skippedFrames; // safe: main after join
    }
}

final class RenderLoop extends Thread {
    private final Game game;
    private final Player player;
    private final Camera camera;
    private final Map<Integer, String> textures = new HashMap<>();
    private final StringBuilder hud = new StringBuilder();
    private int frames;
    private int visible;

    RenderLoop(Game game, Player player, Camera camera) {
        super("render");
        this.game = game;
        this.player = player;
        this.camera = camera;
    }

    @Override
    public void run() {
        try {
            while (game.running()) {
                SpriteBuffer buffer = game.filled.poll(5, TimeUnit.MILLISECONDS);
                if (buffer == null) {
                    continue;
                }
                View view = camera.view();
                for (int i = 0; i < buffer.count; i++) { // safe: buffer came through the queue
                    double dx = buffer.xs[i] - view.x(); // safe: buffer came through the queue
                    double dy = buffer.ys[i] - view.y(); // safe: buffer came through the queue
                    if (Math.abs(dx) < 30 && Math.abs(dy) < 30) {
                        textures.computeIfAbsent(i % 5, k -> "texture" + k); // safe: render thread only
                        visible++; // safe: render thread, main after join
                    }
                }
                hud.setLength(0); // safe: render thread only
                hud.append("tick ").append(buffer.tick).append(" hp ").append(player.health())
                        .append(" score ").append(player.score()); // safe: render thread only
                frames++; // safe: render thread, main after join
                game.free.put(buffer);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    String summary() {
        return hud + ", frames " + frames + ", visible " + visible + ", textures " + textures.size(); // safe: after join
    }
}
