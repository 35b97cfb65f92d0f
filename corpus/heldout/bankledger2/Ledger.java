package heldout.bankledger2;

class Ledger {
    private long movedCents;
    private int transfers;

    void transfer(final Account from, final Account to, final long amount) {
        final boolean inOrder = from.getIban().compareTo(to.getIban()) < 0;
        final Account first = inOrder ? from : to;
        final Account second = inOrder ? to : from;
        locked(first, new Runnable() {
            @Override
            public void run() {
                locked(second, () -> {
                    from.debit(amount);
                    to.credit(amount);
                    movedCents += amount; // race:moved
                });
            }
        });
        countTransfer();
    }

    private synchronized void countTransfer() {
        transfers++; // safe: synchronized on the one ledger
    }

    synchronized int getTransfers() {
        return transfers; // safe: synchronized on the one ledger
    }

    long getMovedCents() {
        return movedCents; // safe: only called by main after the joins
    }

    private static void locked(Account account, Runnable body) {
        account.getLock().lock();
        try {
            body.run();
        } finally {
            account.getLock().unlock();
        }
    }
}
