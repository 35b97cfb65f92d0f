package heldout.spreadsheettwo;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;

final class RecalcEngine {
    private final Executor executor;
    private final LongAdder evaluations = new LongAdder();

    RecalcEngine(Executor executor) {
        this.executor = executor;
    }

    void recalculate(Map<String, Cell> cells) throws InterruptedException {
        var run = new Run(cells);
        run.start(cells.values());
        run.done.await();
    }

    long evaluations() {
        return evaluations.sum();
    }

    private final class Run {
        private final Map<String, Cell> cells;
        private final CountDownLatch done;

        Run(Map<String, Cell> cells) {
            this.cells = cells;
            this.done = new CountDownLatch(cells.size());
        }

        void start(Collection<Cell> all) {
            List<Cell> roots = new ArrayList<>();
            for (Cell c : all) {
                if (c.needsNothing()) {
                    roots.add(c); // safe: complete before the first worker starts
                }
            }
            for (Cell c : roots) {
                executor.execute(() -> evaluate(c));
            }
        }

        private void evaluate(Cell cell) {
            double v = Formula.evaluate(cell.formula(), name -> cells.get(name).value()); // safe: map not changed now (false alarm: as above)
            cell.value(v);
            evaluations.increment(); // safe: LongAdder
            for (Cell d : cell.dependents()) { // safe: not changed while workers run
                if (d.inputReady()) {
                    executor.execute(() -> evaluate(d));
                }
            }
            done.countDown();
        }
    }
}
