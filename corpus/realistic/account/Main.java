package realistic.account;

import java.util.ArrayList;
import java.util.List;

/** A bank whose transfers lock one of the two accounts. */
public final class Main {
    public static void main(String[] args) throws InterruptedException {
        Bank bank = new Bank();
        for (String owner : new String[] {"Ada", "Ben", "Cleo", "Dan"}) {
            bank.open(owner, 10);
        }
        List<Teller> tellers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            tellers.add(new Teller(bank, i, 30));
        }
        List<Thread> threads = new ArrayList<>();
        for (Teller teller : tellers) {
            Thread thread = new Thread(teller, "teller " + teller.number);
            threads.add(thread);
            thread.start();
        }
        Auditor auditor = new Auditor(bank);
        auditor.start();
        for (Thread thread : threads) {
            thread.join();
        }
        auditor.finish();
        auditor.join();
        int orders = 0;
        for (Teller teller : tellers) {
            orders += teller.done; // safe: after join
        }
        System.out.println(orders + " orders, " + bank.accounts() + " accounts");
        if (auditor.audits() == 0 || bank.booked() != orders) {
            throw new AssertionError();
        }
    }
}
