package heldout.actorpost;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

final class Teller extends Actor<TellerMessage> {
    private final Auditor auditor;
    private final Map<String, Integer> balances = new HashMap<>();
    private Statement open = new Statement();
    private int booked;

    Teller(ActorSystem system, Auditor auditor) {
        super(system);
        this.auditor = auditor;
    }

    @Override
    protected void receive(TellerMessage message) {
        if (message instanceof TellerMessage.Deposit deposit) {
            book(deposit);
        } else if (message instanceof TellerMessage.Query query) {
            query.reply().complete(new TreeMap<>(balances)); // safe: a copy, made within the turn
        }
    }

    private void book(TellerMessage.Deposit deposit) {
        balances.merge(deposit.account(), deposit.amount(), Integer::sum); // safe: within the actor's turn
        open.line(deposit.account());
        open.sum(deposit.amount());
        booked++; // safe: within the actor's turn
        if (booked % 5 == 0) { // safe: within the actor's turn
            auditor.tell(open);
            open.line("sealed");
            open = new Statement(); // safe: within the actor's turn
        }
    }

    Map<String, Integer> balances() {
        return balances; // safe: after the pool has terminated
    }
}
