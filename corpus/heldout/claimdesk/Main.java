package heldout.claimdesk;

import java.util.ArrayList;
import java.util.List;

public final class Main {
    private static final int CLAIMS = 20;

    private static final class Clerk extends Thread {
        private final Desk desk;
        private final Workflow workflow;
        private int steps;
        private int closed;

        Clerk(String name, Desk desk, Workflow workflow) {
            super(name);
            this.desk = desk;
            this.workflow = workflow;
        }

        @Override
        public void run() {
            int open = CLAIMS;
            while (open > 0) {
                open = 0;
                for (int i = 0; i < CLAIMS; i++) {
                    Claim claim = desk.claim(i);
                    if (!claim.closed()) {
                        open++;
                        tryStep(claim);
                    }
                }
                desk.peekPaid();
            }
        }

        private void tryStep(Claim claim) {
            if (!claim.acquire(getName())) {
                return;
            }
            boolean finished = false;
            try {
                if (workflow.step(claim)) {
                    steps++; // safe: own field, main reads after join
                    claim.fact("last", getName());
                    finished = claim.closed();
                }
            } finally {
                claim.release();
            }
            if (finished) {
                closed++; // safe: own field, main reads after join
                desk.closed(claim);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Desk desk = new Desk(CLAIMS);
        Workflow workflow = new Workflow();
        workflow.on(Claim.State.CHECKED, claim -> claim.fact("checked", "yes"));
        workflow.on(Claim.State.PAID, claim -> {
            if ("yes".equals(claim.factOf("checked"))) {
                claim.reduce(10);
            }
        });
        List<Integer> order = new ArrayList<>();
        desk.listen(claim -> {
            synchronized (order) {
                order.add(claim.number()); // safe: under the list's monitor
            }
        });
        List<Clerk> clerks = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            clerks.add(new Clerk("clerk-" + i, desk, workflow));
        }
        clerks.forEach(Thread::start);
        workflow.on(Claim.State.ASSESSED, claim -> claim.fact("assessed", "maybe"));
        desk.awaitAllClosed();
        int amounts = 0;
        for (int i = 0; i < CLAIMS; i++) {
            amounts += desk.claim(i).finalAmount();
        }
        int steps = 0;
        int closed = 0;
        for (Clerk clerk : clerks) {
            clerk.join();
            steps += clerk.steps; // safe: after join
            closed += clerk.closed; // safe: after join
        }
        boolean logs = true;
        for (int i = 0; i < CLAIMS; i++) {
            logs &= desk.claim(i).log().equals("1234");
        }
        System.out.println("amounts " + amounts + " paid " + desk.peekPaid());
        System.out.println("steps " + steps + " closed " + closed + " logs " + logs);
        System.out.println("order " + order.size() + " first ok " + (desk.firstClosed() >= 0)); // safe: after join
    }
}
