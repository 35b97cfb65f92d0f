package order.partofmessage;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Who sends a message has sent its parts, too. */
public class Main {
    record Message(int number, List<String> lines) {
        static final Message LAST = new Message(-1, List.of());
    }

    static final class Parcel {
        int[] items;
        StringBuilder label;
    }

    static final BlockingQueue<Message> messages = new LinkedBlockingQueue<>();
    static final BlockingQueue<Parcel> parcels = new LinkedBlockingQueue<>();

    static void send(int number) {
        List<String> lines = new ArrayList<>();
        lines.add("dear reader"); // safe: not sent yet
        messages.add(new Message(number, lines));
    }

    static void sendTooEarly(int number) {
        List<String> lines = new ArrayList<>();
        lines.add("dear reader"); // safe: not sent yet
        Message message = new Message(number, lines);
        messages.add(message);
        lines.add("yours"); // race:lines
    }

    static void pack(int number) {
        int[] items = new int[2];
        StringBuilder label = new StringBuilder();
        Parcel parcel = new Parcel();
        parcel.items = items; // safe: not sent yet
        parcel.label = label; // safe: not sent yet
        items[0] = number; // safe: not sent yet
        label.append("to "); // safe: not sent yet
        parcels.add(parcel);
        label.append(number); // race:label
        items = new int[2];
        items[1] = number; // safe: another array
    }

    static void read() {
        try {
            for (Message message = messages.take(); message != Message.LAST; message = messages.take()) {
                System.out.println(message.lines().size() > 0); // race:lines
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static void unpack() {
        try {
            for (int i = 0; i < 5; i++) {
                Parcel parcel = parcels.take();
                parcel.items[0]++; // safe: the packer does not touch it any more
                parcel.label.append('!'); // race:label
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread reader = new Thread(Main::read);
        Thread unpacker = new Thread(Main::unpack);
        reader.start();
        unpacker.start();
        for (int i = 0; i < 5; i++) {
            send(i);
            sendTooEarly(i);
            pack(i);
        }
        messages.add(Message.LAST);
        reader.join();
        unpacker.join();
    }
}
