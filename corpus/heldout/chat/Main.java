package heldout.chat;

public class Main {
    public static void main(String[] args) throws InterruptedException {
        ChatServer server = new ChatServer();
        Thread acceptor = new Thread(server, "acceptor");
        acceptor.start();
        Thread reaper = new Thread(server::reapForever, "reaper");
        reaper.setDaemon(true);
        reaper.start();

        Wire[] wires = {server.dial(), server.dial(), server.dial()};
        server.setMotd("maintenance at noon");
        String[] nicks = {"alice", "bob", "carol"};
        for (int i = 0; i < wires.length; i++) {
            wires[i].toServer.add("NICK " + nicks[i]); // safe: blocking queue
        }
        for (int round = 0; round < 5; round++) {
            for (Wire w : wires) {
                w.toServer.add("MSG round " + round);
            }
            Thread.sleep(4);
        }
        for (Wire w : wires) {
            w.toServer.add("QUIT");
        }
        server.backlog.add(Wire.CLOSED);
        acceptor.join();

        System.out.println("greeting seen by bob: " + wires[1].toClient.take());
        System.out.println("sessions " + server.sessionsOpened); // safe: acceptor joined
        System.out.println("transcript " + server.transcript.size()); // safe: acceptor joined, and it joined all sessions
    }
}
