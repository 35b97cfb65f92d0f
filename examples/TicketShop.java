import java.util.ArrayList;
import java.util.List;

/**
 * Several desks sell the seats of one concert, while a board shows how many are gone.
 *
 * <p>Selling is synchronized, so no seat is sold twice. Whoever wrote the board forgot that reading needs the lock as
 * well: {@link Seats#sold()} may show an old number for as long as it likes, and the board may never end.
 */
public class TicketShop {
    static class Seats {
        private final int total;
        private int sold;

        Seats(int total) {
            this.total = total;
        }

        synchronized boolean sell() {
            if (sold == total) {
                return false;
            }
            sold++;
            return true;
        }

        int sold() {
            return sold;
        }

        boolean soldOut() {
            return sold() == total;
        }
    }

    static class Desk extends Thread {
        private final Seats seats;
        private int income;

        Desk(Seats seats) {
            this.seats = seats;
        }

        @Override
        public void run() {
            while (seats.sell()) {
                income += 25;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Seats seats = new Seats(10_000);
        List<Desk> desks = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            desks.add(new Desk(seats));
        }
        desks.forEach(Thread::start);

        Thread board = new Thread(() -> {
            while (!seats.soldOut()) {
                System.out.println(seats.sold() + " seats are gone");
            }
        });
        board.start();

        int income = 0;
        for (Desk desk : desks) {
            desk.join();
            income += desk.income; // in order: the desk has ended
        }
        System.out.println("sold out, " + income + " taken");
    }
}
