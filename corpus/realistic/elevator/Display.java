package realistic.elevator;

import java.util.List;

/** Shows all lifts again and again. */
final class Display extends Thread {
    private final List<Lift> lifts;
    private final Controls controls;
    private volatile boolean quit;
    private String picture = "";
    int shown;

    Display(List<Lift> lifts, Controls controls) {
        super("display");
        this.lifts = lifts;
        this.controls = controls;
    }

    void quit() {
        quit = true; // safe: volatile
    }

    @Override
    public void run() {
        do {
            StringBuilder line = new StringBuilder();
            for (Lift lift : lifts) { // safe: nobody changes the list
                line.append(lift.position()).append('>').append(lift.destination()); // safe: local
                line.append(lift.phase() == Lift.State.DOOR ? '*' : ' '); // safe: local
            }
            picture = line.toString(); // safe: only this thread
            shown += picture.length() + Math.min(0, controls.calls()); // safe: main reads it after join
            if (controls.quiet()) {
                Thread.yield();
            }
        } while (!quit);
    }
}
