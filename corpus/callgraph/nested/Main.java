// Inner, static nested, local and anonymous classes, and how they reach what surrounds them: fields of outer objects,
// captured locals, private methods of the host, an inner class of an inner class, `outer.new Inner()`.
package callgraph.nested;

import java.util.ArrayList;
import java.util.List;

public class Main {
    private final List<String> log = new ArrayList<>();
    private int counter;

    public static void main(String[] args) {
        Main main = new Main();
        Main.Cell cell = main.new Cell(4);
        cell.grow();
        Main.Cell.Core core = cell.new Core();
        core.pulse();
        main.note(new Config("fast").label());
        main.local(5);
        main.anonymous("x").act();
        main.anonymous("y").act();
        for (String line : main.log) {
            System.out.println(line);
        }
        System.out.println(main.counter);
    }

    private void note(String line) {
        log.add(line);
    }

    private static String quote(String text) {
        return "'" + text + "'";
    }

    void local(int limit) {
        class Counter {
            int seen;

            void count() {
                while (seen < limit) {
                    step();
                }
                note("counted " + seen);
            }

            private void step() {
                seen++;
                counter++;
            }
        }
        new Counter().count();
    }

    Action anonymous(String text) {
        return new Action(text.length()) {
            private final String quoted = quote(text);

            @Override
            void perform() {
                note("anonymous " + quoted + " " + weight);
            }
        };
    }

    class Cell {
        private int size;

        Cell(int size) {
            this.size = size;
        }

        void grow() {
            size++;
            note("cell " + size);
        }

        class Core {
            void pulse() {
                grow();
                Main.this.note("core " + size);
            }
        }
    }

    static class Config {
        private final String mode;

        private Config(String mode) {
            this.mode = quote(mode);
        }

        String label() {
            return "config " + mode;
        }
    }

    abstract static class Action {
        final int weight;

        Action(int weight) {
            this.weight = weight;
        }

        final void act() {
            perform();
        }

        abstract void perform();
    }
}
