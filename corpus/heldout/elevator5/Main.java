package heldout.elevator5;

public class Main {
    public static void main(String[] args) throws InterruptedException {
        Cab cab = new Cab(8);
        String[] seen = new String[1];

        Thread passenger = new Thread(() -> {
            int at = cab.awaitArrival();
            int people = cab.currentLoad();
            seen[0] = "floor " + at + " with " + people; // safe: main reads it after join
        }, "passenger");
        passenger.setDaemon(true);
        passenger.start();

        Thread lobbyDisplay = new Thread(() -> {
            System.out.println("lobby shows " + cab.indicator());
            System.out.println("log " + cab.travelled());
        }, "lobby");
        lobbyDisplay.start();

        Thread.sleep(5);
        cab.stop();

        passenger.join();
        lobbyDisplay.join();
        System.out.println(seen[0]); // safe: after join
        System.out.println("final load " + cab.finish());
    }
}
