package heldout.millrace;

import java.util.concurrent.BlockingQueue;

class Parser extends Stage<String> {
    private final BlockingQueue<Batch> out;
    private final Batch[] spare = {new Batch(0, 16), new Batch(1, 16)};
    private int turn;
    private Batch current = spare[0];

    Parser(BlockingQueue<String> in, String stopper, BlockingQueue<Batch> out) {
        super("parser", in, stopper);
        this.out = out;
    }

    @Override
    protected void handle(String text) throws InterruptedException {
        int value = Integer.parseInt(text);
        Batch target = current; // safe: field of the parser thread
        int slot = target.count; // safe: no other thread writes it
        target.values[slot] = value; // race:values
        target.count = slot + 1; // race:count
        if (target.full()) {
            ship();
        }
    }

    private void ship() throws InterruptedException {
        out.put(current); // safe: field of the parser thread
        turn = 1 - turn; // safe: field of the parser thread
        current = spare[turn]; // safe: field of the parser thread
        current.count = 0; // race:count
    }

    @Override
    protected void finish() throws InterruptedException {
        ship();
        out.put(Batch.STOP);
    }
}
