package heldout.chatserver;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** A chat room with its members and latest messages. */
class Room {
    static long messages;

    final String name;
    final Lock lock = new ReentrantLock();
    final List<Main.Client> members = new ArrayList<>();
    final String[] backlog = new String[8];
    int posted;
    volatile String topic = "welcome";

    Room(String name) {
        this.name = name;
    }

    void join(Main.Client c) {
        lock.lock();
        try {
            members.add(c); // race:members
        } finally {
            lock.unlock();
        }
    }

    void broadcast(Main.Client from, String text) {
        String line = "[" + name + "] " + from.nickname() + ": " + text;
        synchronized (this) {
            messages++; // race:messages
            backlog[posted++ % backlog.length] = line; // safe: the room's own monitor
        }
        for (int i = 0; i < members.size(); i++) { // race:members
            members.get(i).deliver(line); // race:members
        }
    }

    synchronized String latest() {
        return posted == 0 ? "" : backlog[(posted - 1) % backlog.length]; // safe: the room's own monitor
    }

    String who() {
        StringBuilder sb = new StringBuilder();
        lock.lock();
        try {
            for (Main.Client c : members) { // safe: joins hold the same lock
                sb.append(c.nickname()).append(' ');
            }
        } finally {
            lock.unlock();
        }
        return sb.toString();
    }
}
