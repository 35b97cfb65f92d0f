package heldout.actorpost;

final class Auditor extends Actor<Statement> {
    private int audited;
    private int lines;

    Auditor(ActorSystem system) {
        super(system);
    }

    @Override
    protected void receive(Statement statement) {
        audited += statement.total(); // safe: within the actor's turn
        lines += statement.size(); // safe: within the actor's turn
    }

    int audited() {
        return audited; // safe: after the pool has terminated
    }

    int lines() {
        return lines; // safe: after the pool has terminated
    }
}
