package heldout.spreadsheettwo;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

final class Cell {
    private final String name;
    private final AtomicInteger waitingFor = new AtomicInteger();
    private final List<Cell> dependents = new ArrayList<>();
    private Formula formula = new Formula.Constant(0);
    private double value;

    Cell(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    Formula formula() {
        return formula; // safe: changed by editors under the write lock, before the workers get going (false alarm: that the editor holds the lock while the workers run is not seen)
    }

    void formula(Formula f) {
        formula = f; // safe: write lock of the sheet
    }

    double value() {
        return value; // safe: read lock, or a worker whose inputs are complete (false alarm: as above)
    }

    void value(double v) {
        value = v; // safe: one worker per cell and recalculation (false alarm: as above)
    }

    void resetLinks() {
        dependents.clear(); // safe: write lock of the sheet, no worker is running (false alarm: as above)
        waitingFor.set(0);
    }

    void dependsOn(Cell input) {
        input.dependents.add(this); // safe: write lock of the sheet, no worker is running (false alarm: as above)
        waitingFor.incrementAndGet();
    }

    boolean needsNothing() {
        return waitingFor.get() == 0;
    }

    /** True for the last of the inputs. */
    boolean inputReady() {
        return waitingFor.decrementAndGet() == 0; // safe: atomic, collects the order of all inputs
    }

    List<Cell> dependents() {
        return dependents; // safe: not changed while workers run
    }
}
