package heldout.relay;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Exchanger;
import java.util.concurrent.LinkedBlockingQueue;

public final class Main {
    public static void main(String[] args) throws InterruptedException {
        Exchanger<Buffer> exchanger = new Exchanger<>();
        Filler filler = new Filler(exchanger);
        Thread filling = new Thread(filler, "filler");
        int[] sum = new int[1];
        Thread draining = new Thread(() -> {
            Buffer empty = new Buffer(8);
            try {
                for (int round = 0; round < 10; round++) {
                    empty = exchanger.exchange(empty);
                    sum[0] += empty.drain(); // safe: this thread alone until it has ended
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }, "drainer");
        BlockingQueue<Parcel> belt = new ArrayBlockingQueue<>(1);
        BlockingQueue<Parcel> back = new LinkedBlockingQueue<>();
        Sender sender = new Sender(belt, back);
        Receiver receiver = new Receiver(belt, back);
        Thread[] threads = {filling, draining, sender, receiver};
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(sum[0] + " " + (filler.behind() <= 10)); // safe: after join
        System.out.println(receiver.weight() + " " + receiver.plausible());
    }
}
