package heldout.gamelooptwo;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;

sealed interface Input permits Input.Move, Input.Fire {
    record Move(double dx, double dy) implements Input {}

    record Fire() implements Input {}
}

record View(double x, double y) {}

final class Camera {
    private double x;
    private double y;

    synchronized void follow(double targetX, double targetY) {
        double nextX = x + (targetX - x) * 0.2; // safe: same monitor as the writes
        x = nextX; // race:camX
        y += (targetY - y) * 0.2; // safe: guarded by this
    }

    synchronized View view() {
        return new View(x, y); // safe: guarded by this
    }

    double pan(double worldX) {
        return Math.max(-1, Math.min(1, (worldX - x) / 50)); // race:camX
    }
}

final class Player {
    private double x;
    private double y;
    private int health = 100;
    private int score;
    private int deaths;

    void moveBy(double dx, double dy) {
        x += dx; // safe: physics thread only
        y += dy; // safe: physics thread only
    }

    double x() {
        return x; // safe: physics thread only
    }

    double y() {
        return y; // safe: physics thread only
    }

    void hit(int damage) {
        health -= damage; // race:health
        if (health <= 0) { // safe: only the physics thread writes it
            deaths++; // safe: physics thread, main after join
            health = 100; // race:health
        }
    }

    int health() {
        return health; // race:health
    }

    synchronized void addScore(int points) {
        score += points; // safe: guarded by this
    }

    synchronized int score() {
        return score; // safe: guarded by this
    }

    int deaths() {
        return deaths; // safe: main after join
    }
}

final class Enemy {
    double x, y, speed;
    boolean alive = true;
}

final class SpriteBuffer {
    final double[] xs = new double[64], ys = new double[64];
    int count;
    long tick;
}

final class World {
    private final Player player;
    private final Camera camera;
    private final Mixer mixer;
    private final Queue<Input> inputs = new ConcurrentLinkedQueue<>();
    private final List<Enemy> enemies = new ArrayList<>();
    private final Random random = new Random(5);
    private long tick;

    World(Player player, Camera camera, Mixer mixer) {
        this.player = player;
        this.camera = camera;
        this.mixer = mixer;
    }

    void push(Input input) {
        inputs.add(input); // safe: concurrent queue
    }

    void step() {
        tick++; // safe: physics thread only
        for (Input input = inputs.poll(); input != null; input = inputs.poll()) {
            if (input instanceof Input.Move move) {
                player.moveBy(move.dx(), move.dy());
            } else if (input instanceof Input.Fire) {
                shoot();
            }
        }
        if (enemies.size() < 40 && tick % 3 == 0) { // safe: physics thread only
            Enemy enemy = new Enemy();
            enemy.x = random.nextDouble() * 100 - 50; // safe: physics thread only
            enemy.y = random.nextDouble() * 100 - 50; // safe: physics thread only
            enemy.speed = 0.5 + random.nextDouble(); // safe: physics thread only
            enemies.add(enemy); // safe: physics thread only
        }
        for (Enemy enemy : enemies) { // safe: physics thread only
            double dx = player.x() - enemy.x;
            double dy = player.y() - enemy.y;
            double distance = Math.hypot(dx, dy);
            if (distance < 2) {
                player.hit(7);
                enemy.alive = false; // safe: physics thread only
                mixer.play("hit", enemy.x);
            } else {
                enemy.x += dx / distance * enemy.speed; // safe: physics thread only
                enemy.y += dy / distance * enemy.speed; // safe: physics thread only
            }
        }
        enemies.removeIf(e -> !e.alive); // safe: physics thread only
        camera.follow(player.x(), player.y());
    }

    private void shoot() {
        for (Enemy enemy : enemies) { // safe: physics thread only
            if (enemy.alive) {
                enemy.alive = false; // safe: physics thread only
                player.addScore(10);
                mixer.play("shot", enemy.x);
                return;
            }
        }
    }

    void draw(SpriteBuffer buffer) {
        buffer.count = 0; // safe: the buffer belongs to the physics thread until it is queued
        for (Enemy enemy : enemies) {
            buffer.xs[buffer.count] = enemy.x; // safe: buffer not yet queued
            buffer.ys[buffer.count] = enemy.y; // safe: buffer not yet queued
            buffer.count++; // safe: buffer not yet queued
        }
        buffer.tick = tick; // safe: buffer not yet queued
    }

    long ticks() {
        return tick; // safe: main after join
    }
}
