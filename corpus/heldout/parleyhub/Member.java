package heldout.parleyhub;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

class Member {
    private final int number;
    private final BlockingQueue<String> inbox = new LinkedBlockingQueue<>();
    private String nick;
    private int sent;

    Member(int number, String nick) {
        this.number = number;
        this.nick = nick;
    }

    int getNumber() {
        return number;
    }

    String getNick() {
        return nick; // race:nick
    }

    void rename(String newNick) {
        nick = newNick; // race:nick
    }

    void countSent() {
        sent++; // safe: only the member's own client thread
    }

    int getSent() {
        return sent; // safe: the client thread has been joined by then
    }

    void deliver(String message) {
        inbox.add(message); // safe: blocking queue
    }

    int drain() {
        int n = 0;
        while (inbox.poll() != null) { // safe: blocking queue
            n++;
        }
        return n;
    }
}
