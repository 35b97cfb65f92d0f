package heldout.chatroom3;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

class Room {
    private final BlockingQueue<Message> inbox = new LinkedBlockingQueue<>();
    private final List<String> history = new ArrayList<>();
    private int delivered;

    void post(Message m) throws InterruptedException {
        m.hops = 1; // safe: before put, the dispatcher takes it later
        inbox.put(m);
        m.status = "SENT"; // race:status
    }

    void close() throws InterruptedException {
        inbox.put(Message.END);
    }

    /** Body of the dispatcher thread. */
    void dispatch() {
        try {
            for (Message m = inbox.take(); m != Message.END; m = inbox.take()) {
                m.hops = m.hops + 1; // safe: handed over by the queue, the sender does not touch hops any more
                String state = m.status; // race:status
                String line = m.from + " (" + state + "): " + m.text;
                remember(line);
                delivered++; // safe: dispatcher only, main reads after join
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void remember(String line) {
        history.add(line); // race:history
        notifyAll();
    }

    int historySize() {
        return history.size(); // race:history
    }

    synchronized void awaitLines(int n) throws InterruptedException {
        while (history.size() < n) { // safe: same monitor as remember
            wait();
        }
    }

    List<String> getHistory() {
        return history;
    }

    int getDelivered() {
        return delivered; // safe: called after the dispatcher was joined
    }
}
