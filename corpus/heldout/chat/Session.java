package heldout.chat;

class Session implements Runnable {
    private final ChatServer server;
    private final Wire wire;
    private long lastSeen;
    String nick = "?";

    Session(ChatServer server, Wire wire) {
        this.server = server;
        this.wire = wire;
    }

    long idleNanos() {
        return System.nanoTime() - lastSeen; // race:seen
    }

    @Override
    public void run() {
        wire.toClient.add(server.getMotd()); // safe: blocking queue
        try {
            while (true) {
                String line = wire.toServer.take();
                lastSeen = System.nanoTime(); // race:seen
                if (line.startsWith("NICK ")) {
                    nick = line.substring(5); // safe: set once, before the session enters the roster (false alarm: that the nick is set once, by the first line, is not known)
                    server.roster.put(nick, this);
                } else if (line.startsWith("MSG ")) {
                    server.record(nick, line.substring(4));
                } else {
                    server.roster.remove(nick); // safe: concurrent map
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
