package heldout.chatroom;

/** Serves one client on a thread of its own. */
final class ClientHandler implements Runnable {
    private final ChatServer server;
    private final Room room;
    private final Connection connection;
    private String nick;
    private int sent;
    private volatile long lastActive;
    private volatile boolean closed;

    ClientHandler(ChatServer server, Room room, String nick, Connection connection) {
        this.server = server;
        this.room = room;
        this.nick = nick;
        this.connection = connection;
        this.lastActive = System.currentTimeMillis();
    }

    @Override
    public void run() {
        room.join(this);
        try {
            while (!closed) {
                var command = Command.parse(connection.readLine());
                lastActive = System.currentTimeMillis(); // safe: volatile
                if (!handle(command)) {
                    break;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            room.leave(this);
            server.departed(this);
        }
    }

    private boolean handle(Command command) {
        if (command instanceof Command.Say say) {
            sent++; // safe: own thread; the server asks after joining it
            room.broadcast(nick + ": " + say.text()); // safe: only this thread ever writes nick
        } else if (command instanceof Command.Nick change) {
            String old = nick; // safe: only this thread ever writes nick
            nick = change.name(); // race:nick
            room.broadcast("* " + old + " is now " + change.name());
        } else if (command instanceof Command.Topic t) {
            String before = room.changeTopic(t.text());
            room.broadcast("* topic was " + before);
        } else if (command instanceof Command.Who) {
            push(room.who());
        } else {
            return false;
        }
        return true;
    }

    String nick() {
        return nick; // race:nick
    }

    void push(String line) {
        connection.deliver(line);
    }

    long idleSince() {
        return lastActive; // safe: volatile
    }

    void kick() {
        closed = true; // safe: volatile
        connection.send("/quit");
    }

    int sent() {
        return sent; // safe: called after the handler's thread was joined
    }
}
