package heldout.chat;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

final class Wire {
    static final Wire CLOSED = new Wire();

    final BlockingQueue<String> toServer = new LinkedBlockingQueue<>();
    final BlockingQueue<String> toClient = new LinkedBlockingQueue<>();
}
