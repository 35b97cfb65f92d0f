package heldout.elevator3;

/** The lobby display. */
class StatusPanel extends Thread {

    private final Elevator[] cars;
    private final Controls controls;
    private volatile boolean on = true;
    private String lastText = "";

    StatusPanel(Elevator[] cars, Controls controls) {
        super("panel");
        this.cars = cars;
        this.controls = controls;
    }

    @Override
    public void run() {
        while (on) { // safe: volatile
            StringBuilder text = new StringBuilder();
            for (Elevator car : cars) { // safe: array filled before start
                text.append(car.getName()).append(' ');
                text.append(car.getCurrentFloor()).append(' ');
                text.append(car.getMotion()).append("  ");
            }
            text.append("calls ").append(controls.getRequested());
            String s = text.toString();
            if (!s.equals(lastText)) { // safe: panel thread only
                lastText = s;
                System.out.println(s);
            }
            try {
                Thread.sleep(8);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    void switchOff() {
        on = false;
    }
}
