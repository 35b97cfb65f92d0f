package heldout.chat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;

class ChatServer implements Runnable {
    final List<String> transcript = new ArrayList<>();
    final Map<String, Session> roster = new ConcurrentHashMap<>();
    int sessionsOpened;
    final BlockingQueue<Wire> backlog = new LinkedBlockingQueue<>();
    private String motd = "welcome";

    void setMotd(String motd) {
        this.motd = motd; // race:motd
    }

    String getMotd() {
        return motd; // race:motd
    }

    Wire dial() {
        Wire w = new Wire();
        backlog.add(w);
        return w;
    }

    void record(String nick, String text) {
        transcript.add(nick + ": " + text); // race:transcript
    }

    @Override
    public void run() {
        List<Thread> handlers = new ArrayList<>();
        try {
            for (Wire w = backlog.take(); w != Wire.CLOSED; w = backlog.take()) {
                sessionsOpened++; // safe: acceptor thread only, until it is joined
                Thread t = new Thread(new Session(this, w), "session-" + sessionsOpened);
                handlers.add(t);
                t.start();
            }
            for (Thread t : handlers) {
                t.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void reapForever() {
        try {
            while (true) {
                for (Session s : roster.values()) { // safe: concurrent map
                    if (s.idleNanos() > 30_000_000_000L) {
                        System.out.println("idle: " + s.nick);
                    }
                }
                Thread.sleep(3);
            }
        } catch (InterruptedException e) {
            System.out.println("reaper stopped");
        }
    }
}
