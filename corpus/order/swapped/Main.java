package order.swapped;

import java.util.concurrent.Exchanger;

/** Two threads exchange slates by a method of their own; what they do not exchange is not put in order by that. */
public final class Main {
    static final class Slate {
        int marks;
        int chips;
    }

    static final class Class {
        private final Exchanger<Slate> desk = new Exchanger<>();
        int rounds;

        Slate swap(Slate mine) {
            try {
                return desk.exchange(mine);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static int teach(Class room) {
        Slate slate = new Slate();
        int sum = 0;
        for (int i = 0; i < 5; i++) {
            slate.marks = i; // safe: before it is given away
            slate = room.swap(slate);
            sum += slate.marks; // safe: got for the other
            sum += slate.chips; // race:chips
            room.rounds++; // race:rounds
        }
        return sum;
    }

    private static int learn(Class room) {
        int sum = 0;
        for (int i = 0; i < 5; i++) {
            Slate slate = new Slate();
            Slate got = room.swap(slate);
            got.marks++; // safe: got for the other
            slate.chips = i; // race:chips
            sum += room.rounds; // race:rounds
        }
        return sum;
    }

    public static void main(String[] args) throws InterruptedException {
        Class room = new Class();
        Thread pupil = new Thread(() -> System.out.print(learn(room) >= 0 ? "" : "?"));
        Thread other = new Thread(() -> System.out.print(teach(room) >= 0 ? "" : "?"));
        pupil.start();
        other.start();
        pupil.join();
        other.join();
        Slate old = new Slate();
        Thread late = new Thread(() -> room.swap(new Slate()).chips++); // race:kept
        late.start();
        room.swap(old);
        old.chips++; // race:kept
        late.join();
        System.out.println("done");
    }
}
