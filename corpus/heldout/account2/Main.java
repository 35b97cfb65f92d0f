package heldout.account2;

import java.util.ArrayList;
import java.util.List;

public class Main {

    private static final String[] OWNERS = {"aziz", "bea", "carl", "dora"};

    public static void main(String[] args) throws InterruptedException {
        runAccounts();
        runVaults();
    }

    private static void runAccounts() throws InterruptedException {
        List<ManageAccount> managers = new ArrayList<>();
        for (String owner : OWNERS) {
            managers.add(new ManageAccount(owner, 100));
        }
        Thread interest = new Thread(() -> ManageAccount.accrueAll(0.01), "interest");
        for (ManageAccount m : managers) {
            m.start();
        }
        interest.start();
        for (ManageAccount m : managers) {
            m.join();
        }
        interest.join();

        int operations = 0;
        for (ManageAccount m : managers) {
            operations += m.getOperations();
        }
        ManageAccount.printAllAccounts();
        System.out.println(operations + " operations");
    }

    private static void runVaults() throws InterruptedException {
        Vault left = new Vault(1, 5_000);
        Vault right = new Vault(2, 5_000);
        Thread a = new Thread(() -> {
            for (int i = 0; i < 20; i++) {
                Vault.transfer(left, right, 10 + i);
            }
        });
        Thread b = new Thread(() -> {
            for (int i = 0; i < 20; i++) {
                Vault.transfer(right, left, 15);
            }
        });
        a.start();
        b.start();
        long seen = left.balance();
        System.out.println("vault " + left.id() + " at some point: " + seen);
        a.join();
        b.join();
        System.out.println("vaults: " + (left.balance() + right.balance()));
    }
}
