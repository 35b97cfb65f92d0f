package realistic.account;

/** Carries out a list of orders. */
final class Teller implements Runnable {
    private static final String[] OWNERS = {"Ada", "Ben", "Cleo", "Dan"};

    final int number;
    private final Bank bank;
    private final int orders;
    int done;
    private long moved;

    Teller(Bank bank, int number, int orders) {
        this.bank = bank;
        this.number = number;
        this.orders = orders;
    }

    @Override
    public void run() {
        for (int i = 0; i < orders; i++) {
            String from = OWNERS[(i + number) % OWNERS.length]; // safe: nobody changes the array
            String to = OWNERS[(i * 3 + 1 + number) % OWNERS.length]; // safe: nobody changes the array
            long amount = 5 + i % 7;
            if (i % 10 == 9) {
                bank.find(from).deposit(amount);
                bank.find(to).withdraw(amount);
            }
            if (bank.move(from, to, amount)) {
                moved += amount; // safe: its own field
            }
            if (i % 15 == 14 && bank.find(to) instanceof Savings) {
                ((Savings) bank.find(to)).interest();
            }
            done++; // safe: its own field, main reads it after join
        }
    }
}
