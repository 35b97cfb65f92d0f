package loops.arrayelements;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Cells of a battery, kept in arrays: each cell is one element, the cell beside it is another one's. */
public final class Main {
    static final class Cell {
        double charge;
        double heat;
        int cycles;
        Cell next;
        final double[] history = new double[8];

        Cell(double charge) {
            this.charge = charge;
        }
    }

    private final Cell[] cells;
    private final Cell[][] racks;
    private double spilled;

    Main(int count) {
        cells = new Cell[count];
        for (int i = 0; i < count; i++) {
            cells[i] = new Cell(i % 10);
        }
        for (int i = 0; i < count; i++) {
            cells[i].next = cells[(i + 1) % count]; // safe: before the loops
        }
        racks = new Cell[8][];
        for (int r = 0; r < racks.length; r++) {
            racks[r] = Stream.generate(() -> new Cell(1)).limit(10).toArray(Cell[]::new);
        }
    }

    void load() {
        Arrays.stream(cells).parallel().forEach(cell -> {
            cell.charge += 0.5; // safe: each cell is one element
            cell.history[cell.cycles % 8] = cell.charge; // safe: the history of one cell
            cell.cycles++; // safe: each cell is one element
            if (cell.charge > 9) { // safe: each cell is one element
                spilled += cell.charge - 9; // race:spilled
            }
        });
    }

    void warm() {
        Stream.of(cells).parallel().forEach(cell -> {
            cell.heat += 1; // race:heat
            cell.next.heat += 0.1; // race:heat
        });
    }

    void balance() {
        IntStream.range(0, cells.length / 2).parallel().forEach(i -> {
            Cell left = cells[2 * i];
            Cell right = cells[2 * i + 1];
            double mean = (left.charge + right.charge) / 2; // safe: each pair is one iteration's
            left.charge = mean; // safe: each pair is one iteration's
            right.charge = mean; // safe: each pair is one iteration's
        });
    }

    double racks() {
        Arrays.stream(racks).parallel().forEach(rack -> {
            for (Cell cell : rack) {
                cell.charge *= 2; // safe: each rack has its own cells
                cell.cycles++; // safe: each rack has its own cells
            }
            rack[0] = new Cell(rack[0].charge); // safe: each rack is one element
        });
        return Arrays.stream(racks).flatMap(Arrays::stream).mapToDouble(cell -> cell.charge).sum(); // safe: forEach has ended
    }

    public static void main(String[] args) {
        Main battery = new Main(128);
        battery.load();
        battery.load();
        battery.warm();
        battery.balance();
        double charge = 0;
        for (Cell cell : battery.cells) {
            charge += cell.charge + cell.history[1]; // safe: the loops have ended
        }
        System.out.println(charge + " " + battery.racks());
        if (battery.spilled < 0 || battery.cells[0].heat < 0) { // safe: the loops have ended
            throw new AssertionError();
        }
    }
}
