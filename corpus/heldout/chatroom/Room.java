package heldout.chatroom;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;

final class Room {
    private static final int HISTORY = 50;

    private final String name;
    private final CopyOnWriteArrayList<ClientHandler> members = new CopyOnWriteArrayList<>();
    private final ReentrantLock historyLock = new ReentrantLock();
    private final Deque<String> history = new ArrayDeque<>();
    private String topic = "nothing in particular";
    private int topicChanges;

    Room(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    void join(ClientHandler handler) {
        members.addIfAbsent(handler);
    }

    void leave(ClientHandler handler) {
        members.remove(handler);
    }

    void broadcast(String line) {
        historyLock.lock();
        try {
            if (history.size() == HISTORY) { // safe: historyLock
                history.removeFirst(); // safe: historyLock
            }
            history.addLast(line); // safe: historyLock
        } finally {
            historyLock.unlock();
        }
        for (var member : members) {
            member.push(line);
        }
    }

    List<String> recent(int n) {
        historyLock.lock();
        try {
            var all = new ArrayList<>(history); // safe: historyLock
            return all.subList(Math.max(0, all.size() - n), all.size()); // safe: a private copy
        } finally {
            historyLock.unlock();
        }
    }

    synchronized String changeTopic(String text) {
        String before = topic; // safe: all writes are under this monitor
        topic = text; // race:topic
        topicChanges++; // safe: this monitor
        return before;
    }

    synchronized int topicChanges() {
        return topicChanges; // safe: this monitor
    }

    String topic() {
        return topic; // race:topic
    }

    String who() {
        return members.stream().map(ClientHandler::nick).collect(Collectors.joining(","));
    }
}
