package order.joinsome;

/** A relay race: main waits for some of the runners only. */
public final class Main {
    static class Runner implements Runnable {
        final String name;
        int metres;
        int[] splits = new int[4];

        Runner(String name) {
            this.name = name;
        }

        @Override
        public void run() {
            for (int i = 0; i < 4; i++) {
                splits[i] = 100 + i; // safe: read for joined runners only
                metres += 100; // race:metres
            }
        }
    }

    static class Reserve extends Runner {
        boolean warm;

        Reserve(String name) {
            super(name);
        }

        @Override
        public void run() {
            warm = true; // race:warm
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Runner anna = new Runner("Anna");
        Runner berta = new Runner("Berta");
        Reserve carla = new Reserve("Carla");
        Thread first = new Thread(anna);
        Thread second = new Thread(berta);
        Thread third = new Thread(carla);
        third.setDaemon(true);
        first.start();
        second.start();
        third.start();
        first.join();
        int total = anna.metres; // safe: Anna's thread has ended
        total += berta.metres; // race:metres
        boolean ready = carla.warm; // race:warm
        second.join();
        total += berta.splits[3] + anna.splits[0]; // safe: both have ended
        System.out.println(anna.metres + berta.metres); // safe: both have ended
        if (total < 0 && ready) {
            System.out.println(carla.name); // safe: final
        }
    }
}
