package heldout.gamelobby;

import java.util.ArrayList;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

public class Main {

    static class Lobby {
        private final List<String> announcements = new ArrayList<String>();
        private final CountDownLatch firstRound = new CountDownLatch(1);
        private int playersOnline;
        private int round;
        private int bonus;
        private String mapName;

        void nextRound() {
            if (mapName == null) { // safe: see next line
                mapName = "Old Harbour"; // safe: written once before countDown, main reads it after await
            }
            firstRound.countDown();
            round++; // race:round
            announcements.add("round starts"); // race:ann
        }

        void payBonus() {
            int r = round; // safe: same timer thread as nextRound
            bonus += 10 * r; // race:bonus
        }

        void smallTalk() {
            announcements.add("anyone there?"); // race:ann
        }
    }

    public static void main(String[] args) throws InterruptedException {
        final Lobby lobby = new Lobby();
        lobby.playersOnline = 12; // safe: before the hook is registered

        Runtime.getRuntime().addShutdownHook(new Thread("goodbye") {
            @Override
            public void run() {
                int players = lobby.playersOnline; // safe: not written after registration
                int paid = lobby.bonus; // race:bonus
                System.out.println(players + " players go home with " + paid);
            }
        });

        Timer game = new Timer("game", true);
        Timer chat = new Timer("chat", true);
        game.schedule(new TimerTask() {
            @Override
            public void run() {
                lobby.nextRound();
            }
        }, 0, 10);
        game.schedule(new TimerTask() {
            @Override
            public void run() {
                lobby.payBonus();
            }
        }, 5, 10);
        chat.scheduleAtFixedRate(new TimerTask() {
            @Override
            public void run() {
                lobby.smallTalk();
            }
        }, 3, 15);

        lobby.firstRound.await();
        System.out.println("playing on " + lobby.mapName); // safe: after await

        Thread.sleep(60);
        game.cancel();
        chat.cancel();
        int rounds = lobby.round; // race:round
        int lines = lobby.announcements.size(); // race:ann
        System.out.println(rounds + " rounds, " + lines + " lines of chat");
    }
}
