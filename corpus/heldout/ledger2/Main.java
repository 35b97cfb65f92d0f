package heldout.ledger2;

import java.util.ArrayList;
import java.util.List;

public class Main {
    public static void main(String[] args) throws InterruptedException {
        Ledger ledger = new Ledger();
        List<Thread> staff = new ArrayList<>();
        for (int t = 0; t < 2; t++) {
            int amount = 10 + t;
            staff.add(new Thread(() -> {
                ledger.deposit(amount);
                ledger.charge(1);
                ledger.refill();
            }, "teller-" + t));
        }
        staff.add(new Thread(() -> ledger.waive(1), "manager"));
        staff.add(new Thread(() -> {
            System.out.println("peek " + ledger.peek());
            System.out.println("entries " + ledger.entryCount());
            System.out.println("cash " + ledger.cash() + " v" + ledger.version());
        }, "inspector"));
        staff.forEach(Thread::start);
        for (Thread t : staff) {
            t.join();
        }
        System.out.println(ledger);
    }
}
