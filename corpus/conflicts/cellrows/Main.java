package conflicts.cellrows;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/** Clerks file cards in drawers of lists in lists: each has a row, or a column, or what the card says. */
public class Main {
    static final int WIDTH = 3;

    static List<List<List<String>>> cabinet() {
        List<List<List<String>>> rows = new ArrayList<>();
        for (int i = 0; i < WIDTH; i++) {
            List<List<String>> row = new ArrayList<>();
            for (int j = 0; j < WIDTH; j++) {
                row.add(new ArrayList<>());
            }
            rows.add(row);
        }
        return rows;
    }

    private final List<List<List<String>>> byClerk = cabinet();
    private final List<List<List<String>>> crossed = cabinet();
    private final List<List<List<String>>> byCard = cabinet();

    void file(int me) {
        IntConsumer filing = card -> {
            int drawer = card % WIDTH;
            byClerk.get(me).get(drawer).add("c" + card); // safe: the row of this clerk
            byCard.get(drawer).get(0).add("c" + card); // race:card
            crossed.get(me).get(drawer).add("c" + card); // race:crossed
            crossed.get(drawer).get(me).add("x" + card); // race:crossed
        };
        for (int card = 0; card < 20; card++) {
            filing.accept(card);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Main office = new Main();
        Thread[] clerks = new Thread[WIDTH];
        for (int i = 0; i < WIDTH; i++) {
            int me = i;
            clerks[i] = new Thread(() -> office.file(me));
            clerks[i].start();
        }
        for (Thread clerk : clerks) {
            clerk.join();
        }
        System.out.println(office.byClerk.get(0).get(0).size());
    }
}
