package heldout.bidengine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;

public class Main {
    private static final int BIDDERS = 3;
    private static final int ROUNDS = 10;

    record Bid(String bidder, int amount) { }

    interface RoomListener {
        void accepted(Bid bid);
    }

    /** Every room has its own mail thread; the room's state never leaves it. */
    static class Room {
        private final String lot;
        private final ExecutorService mailbox = Executors.newSingleThreadExecutor();
        private final Deque<Bid> best = new ArrayDeque<>();
        private final List<RoomListener> listeners = new ArrayList<>();
        private final AtomicReference<Bid> leader = new AtomicReference<>(new Bid("house", 0));
        private int rejected;
        private boolean closed;

        Room(String lot) {
            this.lot = lot;
        }

        void listen(RoomListener listener) {
            mailbox.execute(() -> listeners.add(listener)); // safe: runs on the room's thread
        }

        CompletableFuture<Boolean> submit(Bid bid) {
            CompletableFuture<Boolean> reply = new CompletableFuture<>();
            mailbox.execute(() -> reply.complete(place(bid)));
            return reply;
        }

        private boolean place(Bid bid) {
            Bid top = best.peekLast(); // safe: only on the room's thread
            if (closed || top != null && top.amount() >= bid.amount()) { // safe: only on the room's thread
                rejected++; // safe: only on the room's thread (false alarm: that the last task of an executor ends after the others is not followed)
                return false;
            }
            best.addLast(bid); // safe: only on the room's thread
            leader.set(bid); // safe: atomic reference to an immutable bid
            for (RoomListener listener : listeners) { // safe: only on the room's thread
                listener.accepted(bid);
            }
            return true;
        }

        Bid leader() {
            return leader.get(); // safe: atomic reference
        }

        Future<Integer> close() {
            Future<Integer> accepted = mailbox.submit(() -> {
                closed = true; // safe: runs on the room's thread
                return best.size(); // safe: runs on the room's thread
            });
            mailbox.shutdown();
            return accepted;
        }

        int rejected() {
            return rejected; // safe: asked after the close future was collected (false alarm: as above)
        }
    }

    static class Journal implements RoomListener {
        private final List<String> lines = new ArrayList<>();
        private int highest;

        @Override
        public void accepted(Bid bid) {
            lines.add(bid.bidder() + "=" + bid.amount()); // safe: one journal per room, called on the room's thread (false alarm: as above)
            highest = Math.max(highest, bid.amount()); // safe: called on the room's thread (false alarm: as above)
        }

        int highest() {
            return highest; // safe: asked after the close future was collected (false alarm: as above)
        }

        int size() {
            return lines.size(); // safe: asked after the close future was collected (false alarm: as above)
        }
    }

    /** Sealed-bid rounds: all hands are shown together, then the next floor price is set. */
    static class SealedRounds {
        private final int[] hands = new int[BIDDERS];
        private final CyclicBarrier shown = new CyclicBarrier(BIDDERS, this::evaluate);
        private final CyclicBarrier read = new CyclicBarrier(BIDDERS);
        private int floor = 1;
        private int evaluated;

        int show(int seat, int amount) throws InterruptedException, BrokenBarrierException {
            hands[seat] = amount; // safe: own seat, the barrier orders it before evaluate
            shown.await();
            int next = floor; // safe: between the two barriers nobody writes
            read.await();
            return next;
        }

        private void evaluate() {
            floor = Arrays.stream(hands).max().orElse(0) + 1; // safe: barrier action, all seats are waiting
            evaluated++; // safe: barrier action
        }

        int evaluated() {
            return evaluated; // safe: after the bidders were joined
        }
    }

    static class Bidder extends Thread {
        private final int seat;
        private final ConcurrentHashMap<String, Room> rooms;
        private final SealedRounds rounds;
        private int replies;

        Bidder(int seat, ConcurrentHashMap<String, Room> rooms, SealedRounds rounds) {
            super("bidder-" + seat);
            this.seat = seat;
            this.rooms = rooms;
            this.rounds = rounds;
        }

        @Override
        public void run() {
            try {
                int floor = 1;
                for (int r = 0; r < ROUNDS; r++) {
                    floor = rounds.show(seat, floor + seat);
                    for (Room room : rooms.values()) { // safe: concurrent map
                        Boolean won = room.submit(new Bid(getName(), floor * 10 + seat)).join();
                        if (won != null && room.leader().amount() > 0) {
                            replies++; // safe: only this bidder, main reads after join
                        }
                    }
                }
            } catch (InterruptedException | BrokenBarrierException e) {
                interrupt();
            }
        }

        int replies() {
            return replies; // safe: after join
        }
    }

    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<String, Room> rooms = new ConcurrentHashMap<>();
        List<Journal> journals = new ArrayList<>();
        for (String lot : new String[] {"clock", "vase"}) {
            Room room = rooms.computeIfAbsent(lot, Room::new);
            Journal journal = new Journal();
            journals.add(journal);
            room.listen(journal);
        }
        SealedRounds rounds = new SealedRounds();
        Bidder[] bidders = new Bidder[BIDDERS];
        for (int seat = 0; seat < BIDDERS; seat++) {
            bidders[seat] = new Bidder(seat, rooms, rounds);
            bidders[seat].start();
        }
        int replies = 0;
        for (Bidder bidder : bidders) {
            bidder.join();
            replies += bidder.replies();
        }
        int accepted = 0;
        int rejected = 0;
        for (Room room : rooms.values()) {
            accepted += room.close().get();
            rejected += room.rejected();
        }
        int journaled = 0;
        int highest = 0;
        for (Journal journal : journals) {
            journaled += journal.size();
            highest = Math.max(highest, journal.highest());
        }
        System.out.println("replies=" + replies + " total=" + (accepted + rejected) + " rounds=" + rounds.evaluated());
        System.out.println("journal ok=" + (journaled == accepted) + " highest=" + highest + " lots=" + rooms.size());
    }
}
