package heldout.chatroom2;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

public class Main {

    static class Room {
        private static final int KEEP = 5;

        private final ReadWriteLock rw = new ReentrantReadWriteLock();
        private final List<Member> members = new CopyOnWriteArrayList<>();
        private final Deque<String> history = new ArrayDeque<>();
        private final Set<String> muted = new HashSet<>();
        /** Access ordered, so that idle members drift to the front. */
        private final Map<String, Integer> karma = new LinkedHashMap<>(16, 0.75f, true);
        private volatile String topic = "welcome";

        private <T> T reading(Supplier<T> body) {
            rw.readLock().lock();
            try {
                return body.get();
            } finally {
                rw.readLock().unlock();
            }
        }

        private void writing(Runnable body) {
            rw.writeLock().lock();
            try {
                body.run();
            } finally {
                rw.writeLock().unlock();
            }
        }

        void join(Member m) {
            members.add(m); // safe: copy-on-write list
            writing(() -> karma.put(m.handle, 0)); // safe: write lock excludes the readers
        }

        boolean say(Member from, String text) {
            if (muted.contains(from.handle)) { // race:muted
                return false;
            }
            String line = from.handle + "> " + text;
            writing(() -> {
                history.addLast(line); // safe: write lock
                if (history.size() > KEEP) {
                    history.removeFirst();
                }
                karma.merge(from.handle, 1, Integer::sum); // safe: write lock excludes the readers
            });
            for (Member m : members) {
                m.inbox.offer(line); // safe: blocking queue
            }
            return true;
        }

        int karmaOf(String handle) {
            return reading(() -> {
                Integer k = karma.get(handle); // race:karma
                return k == null ? 0 : k;
            });
        }

        List<String> recent() {
            return reading(() -> new ArrayList<>(history)); // safe: plain read under the read lock
        }

        void mute(String handle) {
            writing(() -> muted.add(handle)); // race:muted
            topic = handle + " is muted"; // safe: volatile
        }

        String who() {
            StringBuilder sb = new StringBuilder();
            for (Member m : members) {
                String shown = m.nick; // race:nick
                sb.append(shown).append(' '); // safe: local builder
            }
            return sb.toString();
        }
    }

    static class Member implements Runnable {
        final String handle;
        final BlockingQueue<String> inbox = new LinkedBlockingQueue<>();
        private final Room room;
        private final String friend;
        private String nick;
        private int refused;

        Member(String handle, String friend, Room room) {
            this.handle = handle;
            this.friend = friend;
            this.room = room;
            this.nick = handle; // safe: members are built before their threads start
        }

        @Override
        public void run() {
            for (int i = 0; i < 5; i++) {
                if (!room.say(this, "message " + i)) {
                    refused++; // safe: read by main after join
                }
                if (room.karmaOf(friend) > 3) {
                    room.say(this, "you are chatty, " + friend);
                }
                if (i == 2) {
                    nick = handle + "_afk"; // race:nick
                }
            }
            System.out.println(handle + " (" + nick + ") sees " + room.who()); // safe: nick is read by the thread that changes it
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Room room = new Room();
        List<Member> members = List.of(
                new Member("ann", "ben", room),
                new Member("ben", "cat", room),
                new Member("cat", "ann", room));
        members.forEach(room::join);

        List<Thread> threads = new ArrayList<>();
        for (Member m : members) {
            Thread t = new Thread(m, m.handle);
            threads.add(t);
            t.start();
        }
        Thread moderator = new Thread(() -> {
            List<String> lines = room.recent();
            if (lines.size() < 100) {
                room.mute("cat");
            }
        }, "moderator");
        moderator.start();

        for (Thread t : threads) {
            t.join();
        }
        moderator.join();
        for (Member m : members) {
            System.out.println(m.handle + " got " + m.inbox.size() + " lines, refused " + m.refused);
        }
        System.out.println(room.topic + " " + room.recent());
    }
}
