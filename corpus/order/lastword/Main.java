package order.lastword;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Pickers, a cart and a store: whoever has got the last crate knows that all was picked by the one who has sent it. */
public final class Main {
    static final class Crate {
        static final Crate LAST = new Crate("last");
        private final String fruit;

        Crate(String fruit) {
            this.fruit = fruit;
        }
    }

    static class Picker extends Thread {
        private final BlockingQueue<Crate> cart;
        private final int crates;
        private int picked;
        private int rested;

        Picker(BlockingQueue<Crate> cart, int crates) {
            this.cart = cart;
            this.crates = crates;
        }

        @Override
        public void run() {
            try {
                for (int i = 0; i < crates; i++) {
                    picked++; // race:picked
                    cart.put(new Crate("pear " + i));
                }
                cart.put(Crate.LAST);
                rested++; // race:rested
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** The same for one who works alone. */
    static final class Gardener extends Thread {
        private final BlockingQueue<String> basket;
        private int cut;
        private int swept;

        Gardener(BlockingQueue<String> basket) {
            this.basket = basket;
        }

        @Override
        public void run() {
            try {
                for (String herb : new String[] {"sage", "mint", "dill"}) {
                    cut++; // safe: before the last word
                    basket.put(herb);
                }
                basket.put("that's it");
                swept++; // race:swept
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void store(BlockingQueue<Crate> cart) {
        try {
            while (cart.take() != Crate.LAST) {
                Thread.onSpinWait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<String> basket = new ArrayBlockingQueue<>(2);
        Gardener gardener = new Gardener(basket);
        gardener.start();
        while (!"that's it".equals(basket.take())) {
            System.out.println("herbs");
        }
        System.out.println(gardener.cut); // safe: the gardener has said so
        System.out.println(gardener.swept); // race:swept

        BlockingQueue<Crate> single = new LinkedBlockingQueue<>();
        Lone lone = new Lone(single);
        Thread keeper = new Thread(() -> store(single));
        lone.start();
        keeper.start();
        keeper.join();
        System.out.println(lone.loaded); // safe: the keeper has got the last crate
        System.out.println(lone.slept); // race:slept

        BlockingQueue<Crate> cart = new LinkedBlockingQueue<>();
        Picker[] pickers = {new Picker(cart, 3), new Picker(cart, 9)};
        for (Picker picker : pickers) {
            picker.start();
        }
        Thread clerk = new Thread(() -> store(cart));
        clerk.start();
        clerk.join();
        int all = 0;
        for (Picker picker : pickers) {
            all += picker.picked; // race:picked
            all += picker.rested; // race:rested
        }
        System.out.println(all > 0);
    }

    static final class Lone extends Thread {
        private final BlockingQueue<Crate> cart;
        private int loaded;
        private int slept;

        Lone(BlockingQueue<Crate> cart) {
            this.cart = cart;
        }

        @Override
        public void run() {
            try {
                for (int i = 0; i < 4; i++) {
                    loaded++; // safe: before the last crate
                    cart.put(new Crate("plum " + i));
                }
                cart.put(Crate.LAST);
                slept++; // race:slept
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
