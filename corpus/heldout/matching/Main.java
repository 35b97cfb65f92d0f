package heldout.matching;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicLong;

public class Main {

    static class Client extends Thread {
        private static final AtomicLong IDS = new AtomicLong();

        private final Engine engine;
        private final Phaser open;
        private final Random rnd;
        private final List<Order> sent = new ArrayList<>();
        private final Map<Side, Integer> immediate = new HashMap<>();

        Client(String name, Engine engine, Phaser open, long seed) {
            super(name);
            this.engine = engine;
            this.open = open;
            this.rnd = new Random(seed);
            open.register();
        }

        @Override
        public void run() {
            open.arriveAndAwaitAdvance();
            for (int i = 0; i < 15; i++) {
                Side side = rnd.nextBoolean() ? Side.BUY : Side.SELL;
                Engine.Top top = engine.top();
                int ref = top.bid() != null ? top.bid() : 100; // safe: volatile record
                Order o = new Order(IDS.incrementAndGet(), getName(), side, ref + rnd.nextInt(5) - 2, 1 + rnd.nextInt(9));
                sent.add(o); // safe: own list, main reads after join
                try {
                    Engine.Ack ack = engine.submit(o).join();
                    immediate.merge(side, ack.filled(), Integer::sum); // safe: own map, main reads after join
                } catch (CompletionException e) {
                    System.err.println(getName() + " " + e.getCause());
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Engine engine = new Engine();
        Thread engineThread = new Thread(engine, "engine");
        engineThread.start();

        Phaser open = new Phaser(1);
        List<Client> clients = new ArrayList<>();
        for (String name : new String[] {"hedge", "pension", "retail"}) {
            Client c = new Client(name, engine, open, name.length());
            clients.add(c);
            c.start();
        }
        open.arriveAndDeregister();
        for (Client c : clients) {
            c.join();
            System.out.println(c.getName() + " immediate " + c.immediate); // safe: that client was joined
        }
        engine.halt();
        engineThread.join();

        int resting = 0;
        for (Client c : clients) {
            for (Order o : c.sent) {
                resting += o.open();
            }
        }
        int volume = engine.trades().stream().mapToInt(Engine.Trade::qty).sum(); // safe: engine was joined
        System.out.println("volume " + volume + ", resting " + resting + ", top " + engine.top());
    }
}
