package heldout.parleyhub;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

class Room {
    private final ReadWriteLock rw = new ReentrantReadWriteLock();
    private final Lock reading = rw.readLock();
    private final Lock writing = rw.writeLock();
    private final String name;
    private final List<Member> members = new ArrayList<>();
    private String topic = "none";
    private long lastActivity;
    private int joins;

    Room(String name) {
        this.name = name;
    }

    void join(Member member) {
        writing.lock();
        try {
            members.add(member); // safe: write lock
            joins++; // safe: write lock
        } finally {
            writing.unlock();
        }
    }

    void leave(Member member) {
        writing.lock();
        try {
            members.remove(member); // safe: write lock
        } finally {
            writing.unlock();
        }
    }

    int broadcast(Member from, String text) {
        reading.lock();
        try {
            lastActivity = System.nanoTime(); // race:lastActivity
            int reached = 0;
            for (Member member : members) { // safe: read lock keeps join and leave out
                if (member != from) {
                    member.deliver(from.getNick() + "@" + name + ": " + text);
                    reached++;
                }
            }
            return reached;
        } finally {
            reading.unlock();
        }
    }

    String roster() {
        reading.lock();
        try {
            StringBuilder sb = new StringBuilder();
            for (Member member : members) { // safe: read lock keeps join and leave out
                sb.append(member.getNick()).append(' '); // safe: local builder
            }
            return sb.toString();
        } finally {
            reading.unlock();
        }
    }

    void setTopic(String newTopic) {
        writing.lock();
        try {
            topic = newTopic; // race:topic
        } finally {
            writing.unlock();
        }
    }

    String getTopic() {
        return topic; // race:topic
    }

    boolean idleSince(long nanos) {
        writing.lock();
        try {
            return lastActivity < nanos; // safe: the write lock excludes the broadcasters
        } finally {
            writing.unlock();
        }
    }

    int getJoins() {
        reading.lock();
        try {
            return joins; // safe: read lock against write lock
        } finally {
            reading.unlock();
        }
    }
}
