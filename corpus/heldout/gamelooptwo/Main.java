package heldout.gamelooptwo;

public class Main {

    private static void playScript(Game game, World world) {
        try {
            for (int i = 0; i < 120; i++) {
                switch (i % 6) {
                    case 0, 1 -> world.push(new Input.Move(1.5, 0));
                    case 2 -> world.push(new Input.Move(-0.5, 1));
                    case 3 -> world.push(new Input.Fire());
                    default -> world.push(new Input.Move(0, -0.5));
                }
                if (i % 40 == 20 || i % 40 == 24) {
                    game.togglePause();
                }
                Thread.sleep(2);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        var game = new Game();
        var player = new Player();
        var camera = new Camera();
        var mixer = new Mixer(camera);
        var world = new World(player, camera, mixer);
        var physics = new PhysicsLoop(game, world);
        var render = new RenderLoop(game, player, camera);
        var input = new Thread(() -> playScript(game, world), "input");
        physics.start();
        render.start();
        input.start();

        input.join();
        game.quit();
        physics.join();
        render.join();
        var played = mixer.close();

        System.out.println(render.summary());
        System.out.println("ticks " + world.ticks() + " skipped " + physics.skippedFrames() + " deaths " + player.deaths());
        System.out.println("sounds " + played + " loudest " + mixer.loudest());
    }
}
