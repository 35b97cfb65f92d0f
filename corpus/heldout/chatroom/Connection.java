package heldout.chatroom;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Stands in for a socket: two queues of lines. */
final class Connection {
    private final BlockingQueue<String> inbound = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> outbound = new LinkedBlockingQueue<>();

    void send(String line) {
        inbound.add(line);
    }

    String readLine() throws InterruptedException {
        return inbound.take();
    }

    void deliver(String line) {
        outbound.add(line);
    }

    int drain() {
        int n = 0;
        while (outbound.poll() != null) {
            n++;
        }
        return n;
    }
}
