package order.mains;

/** The other program, which is started by itself. */
public final class Harvest {
    public static void main(String[] args) throws InterruptedException {
        Thread reaper = new Thread(() -> Field.seeds--); // safe: as for the sower
        reaper.start();
        reaper.join();
        Field.watch(() -> {
            Field.stones += 2; // safe: here nobody else does
            Field.weeds++; // race:weeds
        });
        Field.seeds = 0; // safe: the watch of the other main is in another process
        Field.weeds = 0; // race:weeds
        System.out.println("reaped");
    }
}
