package heldout.lobbyhall;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;

/** An in-memory chat server: one thread per connected client. */
public final class Main {

    static final class Room {
        private final String name;
        private final List<Session> members = new CopyOnWriteArrayList<>();
        private final List<String> history = new ArrayList<>(512);
        private final Deque<String> recent = new ArrayDeque<>();
        private volatile String topic = "none";
        private String lastSpeaker = "";

        Room(String name) {
            this.name = name;
        }

        Object monitor() {
            return this;
        }

        void join(Session session) {
            members.add(session); // safe: CopyOnWriteArrayList
        }

        synchronized void remember(String speaker, String text) {
            history.add(text); // race:history
            recent.addLast(text); // safe: under the room's monitor
            if (recent.size() > 5) {
                recent.removeFirst(); // safe: under the room's monitor
            }
            lastSpeaker = speaker; // safe: under the room's monitor
        }

        void broadcast(Session from, String text) {
            remember(from.name(), text);
            for (Session member : members) {
                if (member != from) {
                    member.deliver(member.name() + "<" + text);
                }
            }
        }

        int historySize() {
            return history.size(); // race:history
        }

        String lastSpeaker() {
            synchronized (monitor()) {
                return lastSpeaker; // safe: monitor() is the room itself
            }
        }

        int recentSize() {
            synchronized (monitor()) {
                return recent.size(); // safe: monitor() is the room itself
            }
        }

        void setTopic(String text) {
            topic = text; // safe: volatile
        }

        String describe() {
            return name + ":" + topic; // safe: volatile
        }
    }

    /** Everything the server knows about one client. */
    static final class Session implements Runnable {
        private final Hall hall;
        private final BlockingQueue<String> input = new LinkedBlockingQueue<>();
        private final ConcurrentLinkedQueue<String> outbox = new ConcurrentLinkedQueue<>();
        private final StringBuilder transcript = new StringBuilder();
        private String nick;
        private Room room;
        private int sent;
        private boolean sane = true;

        Session(Hall hall, String nick) {
            this.hall = hall;
            this.nick = nick;
        }

        void type(String line) {
            input.add(line); // safe: LinkedBlockingQueue
        }

        void deliver(String line) {
            outbox.add(line); // safe: ConcurrentLinkedQueue
        }

        String name() {
            return nick; // race:nick
        }

        @Override
        public void run() {
            try {
                String line = input.take();
                while (!line.equals("/quit")) {
                    handle(line);
                    line = input.take();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void handle(String line) {
            transcript.append(line).append('\n'); // safe: session thread only until join
            if (line.startsWith("/join ")) {
                room = hall.room(line.substring(6)); // safe: session thread only
                room.join(this);
                hall.entered();
            } else if (line.startsWith("/nick ")) {
                nick = line.substring(6); // race:nick
            } else if (line.startsWith("/topic ")) {
                room.setTopic(line.substring(7));
            } else if (line.equals("/stats")) {
                sane &= room.historySize() >= 0 && room.recentSize() <= 5; // safe: session thread only
                sane &= room.describe().indexOf(':') > 0 && room.lastSpeaker() != null; // safe: session thread only
            } else {
                sent++; // safe: session thread only, main reads after join
                hall.counted();
                room.broadcast(this, line);
            }
        }

        int sent() {
            return sent; // safe: after join
        }

        int typed() {
            return transcript.length(); // safe: after join
        }

        boolean sane() {
            return sane; // safe: after join
        }
    }

    static final class Hall {
        private final Map<String, Room> rooms = new ConcurrentHashMap<>();
        private final AtomicLong messages = new AtomicLong();
        private final List<Session> sessions = new ArrayList<>();
        private int online;
        private int peak;

        Room room(String name) {
            return rooms.computeIfAbsent(name, Room::new); // safe: ConcurrentHashMap
        }

        Session connect(String nick) {
            Session session = new Session(this, nick);
            sessions.add(session); // safe: only main connects clients
            return session;
        }

        void entered() {
            int now;
            synchronized (this) {
                online++; // safe: under the hall's monitor
                now = online; // safe: under the hall's monitor
            }
            if (now > peak) { // race:peak
                peak = now; // race:peak
            }
        }

        void counted() {
            messages.incrementAndGet();
        }

        List<Session> sessions() {
            return sessions;
        }
    }

    private static void script(Session session, int index) {
        session.type("/join " + (index % 2 == 0 ? "lounge" : "attic"));
        session.type("/topic day " + index);
        for (int i = 0; i < 30; i++) {
            session.type("hello " + i);
            if (i % 10 == 5) {
                session.type("/nick guest" + index + "x" + i);
                session.type("/stats");
            }
        }
        session.type("/quit");
    }

    public static void main(String[] args) throws InterruptedException {
        Hall hall = new Hall();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Session session = hall.connect("guest" + i);
            Thread thread = new Thread(session, "client-" + i);
            thread.start();
            threads.add(thread);
            script(session, i);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        int sent = 0;
        int typed = 0;
        boolean sane = true;
        for (Session session : hall.sessions()) {
            sent += session.sent();
            typed += session.typed();
            sane &= session.sane();
        }
        int peak = hall.peak; // safe: after join
        System.out.println("sent " + sent + " counted " + hall.messages.get() + " typed " + typed);
        System.out.println("history " + (hall.room("lounge").historySize() + hall.room("attic").historySize()));
        System.out.println("sane " + sane + " peak ok " + (peak >= 1 && peak <= 4) + " online " + hall.online);
    }
}
