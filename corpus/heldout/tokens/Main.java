package heldout.tokens;

import java.util.Optional;

public final class Main {
    private static final Boolean FLAG = Boolean.TRUE;
    private static int switches;

    private static void toggle() {
        synchronized (FLAG) {
            switches++; // safe: the box is one for the whole machine
        }
    }

    private static final class Worker implements Runnable {
        private final Issuer issuer;
        private final Vault vault;
        private final String name;
        private int mine;

        Worker(Issuer issuer, Vault vault, String name) {
            this.issuer = issuer;
            this.vault = vault;
            this.name = name;
        }

        @Override
        public void run() {
            for (int i = 0; i < 50; i++) {
                mine += issuer.issue(); // safe: this thread alone until it has ended
                issuer.rotate();
                issuer.withdraw();
                issuer.archive();
                vault.put(name + i % 5, i);
                vault.inspect("");
                toggle();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Issuer issuer = new Issuer();
        Vault vault = new Vault();
        Worker first = new Worker(issuer, vault, "a");
        Worker second = new Worker(issuer, vault, "b");
        Thread one = new Thread(first);
        Thread two = new Thread(second);
        one.start();
        two.start();
        int opened = vault.opened(new StringBuilder("vau").append("lt").toString());
        Optional<Integer> early = Optional.ofNullable(vault.get("a1"));
        one.join();
        two.join();
        System.out.println(first.mine + second.mine + " " + issuer.withdrawn() + " " + vault.get("b3")); // safe: after join
        System.out.println((opened <= 100) + " " + (early.orElse(0) < 50) + " " + switches); // safe: after join
        System.out.println(issuer.used() + " " + vault.wasInspected());
    }
}
