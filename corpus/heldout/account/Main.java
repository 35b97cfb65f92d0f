package heldout.account;

import java.util.ArrayList;
import java.util.List;

/** A bank whose tellers, payroll office and auditor work at the same time. */
public class Main {

    public static void main(String[] args) throws InterruptedException {
        Bank bank = new Bank(5, 1000.0);

        List<Thread> staff = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            staff.add(new Teller(bank, 11 * (i + 1), 120));
        }
        Payroll payroll = new Payroll(bank, 40);
        staff.add(payroll);
        Auditor auditor = new Auditor(bank);

        for (Thread t : staff) {
            t.start();
        }
        auditor.start();

        for (Thread t : staff) {
            t.join();
        }
        bank.close();
        auditor.join();

        double expected = 5 * 1000.0 + payroll.paid; // safe: payroll was joined
        System.out.println("expected " + expected);
        System.out.println("actual   " + bank.total());
        System.out.println("transfers " + bank.transferCount // safe: tellers were joined
            + ", rejected " + bank.rejected());
        System.out.println("audits " + auditor.rounds // safe: auditor was joined
            + ", last total seen " + auditor.lastTotal); // safe: auditor was joined
        System.out.println(bank.journalTail());
    }
}
