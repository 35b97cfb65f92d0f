package heldout.parleyhub;

import java.util.concurrent.CountDownLatch;

class Client extends Thread {
    private final Hub hub;
    private final Member member;
    private final CountDownLatch seated;
    private int topicsSeen;

    Client(Hub hub, Member member, CountDownLatch seated) {
        super("client-" + member.getNumber());
        this.hub = hub;
        this.member = member;
        this.seated = seated;
    }

    @Override
    public void run() {
        Room lounge = hub.room("lounge");
        Room own = hub.room(member.getNumber() % 2 == 0 ? "chess" : "garden");
        lounge.join(member);
        own.join(member);
        seated.countDown();
        try {
            seated.await();
        } catch (InterruptedException e) {
            return;
        }
        for (int i = 0; i < 25; i++) {
            hub.post("lounge", member, "hello " + i);
            if (i % 10 == 3) {
                member.rename("user" + member.getNumber() + "_" + i);
                lounge.setTopic("topic " + i);
            }
            if (lounge.getTopic() != null && !lounge.roster().isEmpty()) {
                topicsSeen++; // safe: own field, main reads it after join
            }
            if (hub.search("hello") < 0 || hub.isBanned("client-" + i)) {
                throw new AssertionError();
            }
        }
        hub.ban("spammer-" + member.getNumber());
        own.leave(member);
    }

    int getTopicsSeen() {
        return topicsSeen; // safe: after join
    }
}
