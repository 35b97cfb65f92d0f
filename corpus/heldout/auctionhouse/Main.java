package heldout.auctionhouse;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class Main {
    public static void main(String[] args) throws InterruptedException, ExecutionException {
        Auction auction = new Auction("clock", 50);
        ExecutorService room = Executors.newFixedThreadPool(4);
        List<Future<Integer>> bidders = new ArrayList<>();

        for (String name : new String[] {"Ida", "Jon", "Kim"}) {
            bidders.add(room.submit(() -> {
                int won = 0;
                for (int price = 55; price <= 120; price += 5) {
                    if (auction.bid(name, price + name.charAt(0) % 5)) {
                        won++; // safe: local variable
                    }
                }
                return won;
            }));
        }
        Future<?> auctioneer = room.submit(() -> {
            System.out.println(auction.standing());
            Thread.sleep(10);
            auction.close();
            return null;
        });
        System.out.println("accepted so far " + auction.accepted());

        auctioneer.get();
        int won = 0;
        for (Future<Integer> bidder : bidders) {
            won += bidder.get();
        }
        room.shutdown();
        System.out.println("won " + won + ", refused " + auction.refused());
        System.out.println(auction.standing());
    }
}
