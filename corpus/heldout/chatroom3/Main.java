package heldout.chatroom3;

public class Main {
    private static final int LINES_EACH = 3;

    private static Runnable member(Room room, String name) {
        return () -> {
            try {
                for (int i = 0; i < LINES_EACH; i++) {
                    Message m = new Message(name, "line " + i + " after " + room.historySize());
                    room.post(m);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
    }

    public static void main(String[] args) throws InterruptedException {
        Room room = new Room();
        Thread dispatcher = new Thread(room::dispatch, "dispatcher");
        dispatcher.start();

        Thread ann = new Thread(member(room, "ann"));
        Thread bob = new Thread(member(room, "bob"));
        ann.start();
        bob.start();

        room.awaitLines(2 * LINES_EACH);
        for (String line : room.getHistory()) { // safe: all six lines were seen under the monitor, nothing is added later (false alarm: that nothing is added after the sixth line is a matter of values)
            System.out.println(line);
        }

        ann.join();
        bob.join();
        room.close();
        dispatcher.join();
        System.out.println("delivered " + room.getDelivered());
    }
}
