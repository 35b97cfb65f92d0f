package heldout.banktwo;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

public class Main {
    private static final int ACCOUNTS = 8;
    private static final long OPENING = 500;

    static final class StatementPrinter implements Runnable {
        private final Bank bank;
        private final StringBuilder text = new StringBuilder();
        private long richest;

        StatementPrinter(Bank bank) {
            this.bank = bank;
        }

        @Override
        public void run() {
            for (int round = 0; round < 40; round++) {
                text.setLength(0); // safe: printer thread only
                for (Account account : bank.accounts()) {
                    long balance = account.balance();
                    richest = Math.max(richest, balance); // safe: main after join
                    text.append(account.describe()).append(' ').append(balance).append(' ')
                            .append(account.history().size()).append(" entries\n"); // safe: printer thread only
                }
                Thread.yield();
            }
        }

        long richest() {
            return richest; // safe: after join
        }
    }

    public static void main(String[] args) throws InterruptedException {
        List<Account> accounts = new ArrayList<>();
        for (int i = 0; i < ACCOUNTS; i++) {
            accounts.add(new Account(i, "owner" + i, OPENING));
        }
        Bank bank = new Bank(accounts);

        List<Teller> tellers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            tellers.add(new Teller(i, bank));
        }
        var auditor = new Auditor(bank, ACCOUNTS * OPENING);
        var journal = new JournalWriter(bank.journal());
        var printer = new StatementPrinter(bank);
        var printerThread = new Thread(printer, "printer");
        var clerk = new Thread(() -> {
            for (Account account : bank.accounts()) {
                account.freeze(true);
                account.rename(account.owner().toUpperCase());
                account.freeze(false);
                Thread.yield();
            }
            bank.publishFees(Map.of("transfer", 3, "statement", 10));
        }, "clerk");

        tellers.forEach(Thread::start);
        auditor.start();
        journal.start();
        printerThread.start();
        clerk.start();

        int refused = 0;
        for (Teller teller : tellers) {
            teller.join();
            refused += teller.refused();
        }
        clerk.join();
        printerThread.join();
        auditor.close();
        auditor.join();
        bank.journal().add(JournalWriter.END);
        journal.join();

        System.out.println("transfers " + bank.transfers() + " refused " + refused + " fees " + Teller.feesCollected());
        System.out.println(auditor.result());
        System.out.println(journal.result());
        System.out.println("richest seen " + printer.richest() + ", total " + bank.audit());
    }
}
