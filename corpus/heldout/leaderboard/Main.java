package heldout.leaderboard;

public final class Main {
    public static void main(String[] args) throws InterruptedException {
        Board board = new Board();
        History history = new History();
        String[] names = {"ann", "bob", "cid"};
        Player[] players = new Player[names.length];
        Thread[] threads = new Thread[names.length];
        for (int i = 0; i < names.length; i++) {
            players[i] = new Player(names[i], board, history);
            threads[i] = new Thread(players[i], names[i]);
        }
        for (Thread thread : threads) {
            thread.start();
        }
        int glance = board.glance();
        String line = board.describe();
        String newest = history.newest();
        long dropped = history.dropped();
        int played = 0;
        for (int i = 0; i < threads.length; i++) {
            threads[i].join();
            played += players[i].played();
        }
        System.out.println(played + " " + (board.updates() >= 90) + " " + history.size() + " " + history.dropped());
        System.out.println(glance < 1000 && line.contains("with") && dropped <= 90);
        System.out.println((newest == null || newest.length() > 3) && board.resets() > 0);
    }
}
