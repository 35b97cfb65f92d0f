package heldout.ferries;

import java.util.concurrent.Phaser;

/** Ferries that go together: some wait for the others, one only reports. */
final class Convoy {
    private final Phaser phaser;
    private final int[] speeds;
    private final String[] flags;
    private int slowest = Integer.MAX_VALUE;

    Convoy(int size) {
        speeds = new int[size];
        flags = new String[size];
        phaser = new Phaser(size) {
            @Override
            protected boolean onAdvance(int phase, int registered) {
                if (phase == 0) {
                    for (int speed : speeds) { // safe: all have arrived
                        slowest = Math.min(slowest, speed); // safe: all have arrived, and nobody has gone on (false alarm: who leaves the phaser may run the action, too; that it is another phase is not known)
                    }
                }
                return super.onAdvance(phase, registered);
            }
        };
    }

    void join(int number) {
        speeds[number] = 12 + number; // safe: each has an index of its own
        phaser.arriveAndAwaitAdvance();
        int limit = slowest; // safe: after the phase has advanced (false alarm: as above)
        flags[number] = "s" + limit; // race:flags
        if (number == 0) {
            phaser.arriveAndDeregister();
            hurry();
        } else {
            phaser.arriveAndAwaitAdvance();
            if (flags[1].isEmpty()) { // safe: all flags have been set before the second phase
                throw new IllegalStateException();
            }
        }
    }

    /** The first does not wait for the second phase. */
    private void hurry() {
        String last = flags[flags.length - 1]; // race:flags
        if (last != null && last.isEmpty()) {
            throw new IllegalStateException();
        }
    }

    String flag(int number) {
        return flags[number]; // safe: asked after join
    }
}
