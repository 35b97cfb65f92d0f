package heldout.broadcast;

class Antenna implements Runnable {
    private final String name;
    private final Thread thread;
    private int channel = 3;
    private int power;
    private int beams;

    Antenna(String name) {
        this.name = name; // safe: before start
        this.channel = 7; // safe: before start
        this.thread = new Thread(this, name); // safe: run doesn't touch the field thread
        this.thread.start();
        this.power = 40; // race:power
    }

    @Override
    public void run() {
        String label = name + ":" + channel; // safe: both were set before start
        beams = label.length(); // safe: main reads after join
        if (power == 0) { // race:power
            System.out.println(label + " has no power yet");
        }
    }

    int waitForBeams() throws InterruptedException {
        thread.join(); // safe: only main uses the field thread
        return beams; // safe: after join
    }

    int power() {
        return power; // safe: only main calls it, and main has written it
    }
}
