package heldout.clubaccounts;

import java.util.List;

public class Main {
    public static void main(String[] args) throws InterruptedException {
        Account dues = new Account(1, 50_000);
        Account travel = new Account(2, 20_000);
        Account party = new Account(3, 5_000);
        List<Account> all = List.of(dues, travel, party);
        Treasury treasury = new Treasury(all);

        Thread youth = new Thread(() -> {
            for (int i = 0; i < 20; i++) {
                treasury.transfer(dues, travel, 300);
                treasury.transfer(travel, party, 100);
            }
        });
        Thread seniors = new Thread(() -> {
            for (int i = 0; i < 20; i++) {
                treasury.transfer(party, dues, 150);
                treasury.fee(travel, 5);
            }
        });
        youth.start();
        seniors.start();
        System.out.println("interim total " + treasury.total());
        System.out.println("interim entries " + treasury.journal().size()); // safe: a private copy
        youth.join();
        seniors.join();
        for (Account a : all) {
            System.out.println(a);
        }
        System.out.println(treasury.journal().size() + " entries");
    }
}
