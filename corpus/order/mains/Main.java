package order.mains;

/** One of two programs over the same classes: a sower. Each main is a process of its own, with static fields of its own. */
public final class Main {
    private static int rows;

    public static void main(String[] args) throws InterruptedException {
        Thread sower = new Thread(() -> {
            Field.seeds++; // safe: the only thread of this process that does so before the end of it
            rows++; // race:rows
        });
        sower.start();
        rows++; // race:rows
        sower.join();
        Field.watch(() -> Field.seeds += 2); // safe: nobody else in this process counts seeds by then
        Field.stones++; // safe: the other main starts who moves stones
        System.out.println("sown");
    }
}
