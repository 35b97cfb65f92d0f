package heldout.parleyhub;

import java.util.concurrent.CountDownLatch;

public class Main {
    public static void main(String[] args) throws InterruptedException {
        Hub hub = new Hub();
        int people = 4;
        CountDownLatch seated = new CountDownLatch(people);
        Member[] members = new Member[people];
        Client[] clients = new Client[people];
        for (int i = 0; i < people; i++) {
            members[i] = new Member(i, "user" + i);
            clients[i] = new Client(hub, members[i], seated);
            clients[i].start();
        }
        int topics = 0;
        int sent = 0;
        int received = 0;
        for (int i = 0; i < people; i++) {
            clients[i].join();
            topics += clients[i].getTopicsSeen();
            sent += members[i].getSent();
        }
        for (Member member : members) {
            received += member.drain();
        }
        System.out.println("sent " + sent + " received " + received + " posted " + hub.posted());
        System.out.println("topics " + topics + " rooms " + hub.roomCount() + " joins " + hub.room("lounge").getJoins());
        System.out.println("banned " + hub.isBanned("spammer-3"));
        System.out.println("idle " + hub.room("chess").idleSince(Long.MAX_VALUE));
    }
}
