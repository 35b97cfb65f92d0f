package heldout.hubsockets;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class Main {
    private static final int USERS = 4;
    private static final int MESSAGES = 20;

    /** What the sweeper found; handed to main through a Future. */
    static final class SweepResult {
        int rounds;
        int idle;
        int troll;
    }

    private static int chat(Hub hub, Connection me, String room) {
        int sent = 0;
        for (int i = 0; i < MESSAGES; i++) {
            me.ping(hub.now());
            String text = hub.motd() + i;
            Frame frame = new Frame(room, text).from(me.user());
            sent += hub.broadcast(frame);
            if (i == 10) {
                hub.ban("troll-" + me.user());
            }
        }
        return sent;
    }

    private static SweepResult moderate(Hub hub, List<Connection> all) {
        SweepResult result = new SweepResult();
        for (int i = 0; i < 30; i++) {
            result.rounds++; // safe: confined to this task until Future.get
            result.idle += hub.sweep(all, 1_000_000);
            try {
                result.troll = hub.bannedWithPrefix("troll"); // safe: field confined until Future.get
            } catch (RuntimeException e) {
                result.troll = 0;
            }
        }
        return result;
    }

    public static void main(String[] args) throws Exception {
        Hub hub = new Hub();
        hub.setMotd("hi");
        List<Connection> all = new ArrayList<>();
        for (int u = 0; u < USERS; u++) {
            Connection c = new Connection("user" + u);
            all.add(c); // safe: filled before any thread reads it
            hub.join(u % 2 == 0 ? "tea" : "coffee", c);
            hub.join("lobby", c);
            c.open();
        }

        ExecutorService pool = Executors.newFixedThreadPool(USERS + 1);
        List<Future<Integer>> chats = new ArrayList<>();
        for (Connection c : all) {
            chats.add(pool.submit(() -> chat(hub, c, "lobby")));
        }
        Future<SweepResult> moderation = pool.submit(() -> moderate(hub, all));

        boolean sane = hub.trafficOf("lobby") <= USERS * USERS * MESSAGES;
        sane &= hub.bannedCount() <= USERS;

        int sent = 0;
        for (Future<Integer> f : chats) {
            sent += f.get();
        }
        SweepResult result = moderation.get();
        sane &= result.rounds == 30 && result.idle == 0 && result.troll <= USERS; // safe: after Future.get
        pool.shutdown();

        int frames = 0;
        int bytes = 0;
        for (Connection c : all) {
            hub.leave("lobby", c);
            c.close();
            frames += c.framesWritten();
            bytes += c.bytesOut();
        }
        Map<String, Integer> report = hub.trafficReport();
        System.out.println("sent " + sent + ", routed " + hub.routed() + ", frames " + frames + ", bytes " + bytes);
        System.out.println("lobby " + report.get("lobby") + ", tea " + report.getOrDefault("tea", 0));
        System.out.println("banned " + hub.bannedCount() + ", sane " + sane);
    }
}
