package heldout.chatroom;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

public class Main {
    public static void main(String[] args) throws InterruptedException {
        var server = new ChatServer(5_000);
        var names = List.of("ada", "grace", "edsger", "barbara", "tony");
        var connected = new CountDownLatch(names.size());
        List<Connection> connections = new ArrayList<>();

        var acceptor = new Thread(() -> {
            for (String name : names) {
                var connection = new Connection();
                connections.add(connection); // safe: main looks at it only after joining the acceptor
                server.accept(name, connection);
                connected.countDown();
            }
        }, "acceptor");
        acceptor.start();
        acceptor.join();
        connected.await();

        List<Thread> typists = new ArrayList<>();
        for (int i = 0; i < connections.size(); i++) { // safe: acceptor was joined
            var connection = connections.get(i); // safe: acceptor was joined
            int index = i;
            var typist = new Thread(() -> type(connection, index), "typist-" + i);
            typists.add(typist);
            typist.start();
        }

        var console = new Thread(() -> {
            for (int i = 0; i < 20; i++) {
                String overview = server.overview();
                if (overview.isEmpty()) {
                    System.out.println("no rooms yet");
                }
                Thread.yield();
            }
        }, "console");
        console.start();

        for (Thread t : typists) {
            t.join();
        }
        console.join();
        server.awaitClients();
        server.stop();

        int delivered = 0;
        for (var c : connections) {
            delivered += c.drain();
        }
        System.out.println("sent " + server.totalSent() + ", delivered > 0: " + (delivered > 0));
        System.out.println("history: " + server.room("lobby").recent(3).size());
    }

    private static void type(Connection connection, int index) {
        connection.send("hello from " + index);
        for (int round = 0; round < 12; round++) {
            switch ((round + index) % 5) {
                case 0 -> connection.send("/nick user" + index + "v" + round);
                case 1 -> connection.send("/topic things of " + round);
                case 2 -> connection.send("/who");
                default -> connection.send("line " + round + " of " + index);
            }
        }
        connection.send("/quit");
    }
}
