package heldout.chatserver;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.LinkedBlockingQueue;

/** Simulates a chat server with two rooms and a handful of scripted clients. */
public class Main {

    static class Client implements Runnable {
        private final BlockingQueue<String> inbox = new LinkedBlockingQueue<>();
        private final Server server;
        private final int number;
        private String nickname;
        private String greeting;
        private int unread;
        private int received;

        Client(Server server, int number) {
            this.server = server;
            this.number = number;
            this.nickname = "guest" + number;
        }

        String nickname() {
            return nickname; // race:nickname
        }

        void deliver(String line) {
            inbox.add(line);
            synchronized (inbox) {
                unread++; // safe: under the inbox monitor
            }
        }

        private void readAll() {
            while (inbox.poll() != null) {
                received++; // safe: only the client's own thread, read after join
            }
            synchronized (inbox) {
                unread = 0; // safe: under the inbox monitor
            }
        }

        @Override
        public void run() {
            Room room = server.room(number % 2 == 0 ? "java" : "coffee");
            greeting = "hi from " + number; // safe: before the barrier
            try {
                server.ready.await();
            } catch (InterruptedException | BrokenBarrierException e) {
                return;
            }
            int next = (number + 1) % server.clients.size();
            room.broadcast(this, "heard: " + server.clients.get(next).greeting); // safe: written before the barrier
            room.join(this);
            for (int i = 0; i < 20; i++) {
                room.broadcast(this, "message " + i);
                if (i == 10) {
                    nickname = "member" + number; // race:nickname
                    room.topic = room.who(); // safe: volatile
                }
                readAll();
            }
        }
    }

    static class Server {
        private final Map<String, Room> rooms = new ConcurrentHashMap<>();
        private final List<Client> clients = new ArrayList<>();
        private final CyclicBarrier ready = new CyclicBarrier(4);

        Room room(String name) {
            return rooms.computeIfAbsent(name, Room::new);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Server server = new Server();
        for (int i = 0; i < 4; i++) {
            server.clients.add(new Client(server, i)); // safe: filled before any client starts
        }
        List<Thread> threads = new ArrayList<>();
        for (Client c : server.clients) {
            Thread t = new Thread(c, "client-" + c.number);
            threads.add(t);
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
        for (Room r : server.rooms.values()) {
            System.out.println(r.latest() + " | topic " + r.topic);
        }
        int received = 0;
        for (Client c : server.clients) {
            received += c.received; // safe: after join
        }
        System.out.println(received + " received, " + Room.messages + " posted"); // safe: after join
    }
}
