package threads.inner;

import java.util.ArrayList;
import java.util.List;

/** A newsroom: inner classes that write to the object that made them. */
public final class Main {
    static class Newsroom {
        private String headline = "none";
        private int revision;
        private final List<String> archive = new ArrayList<>();

        class Editor implements Runnable {
            private final String desk;
            private int written;

            Editor(String desk) {
                this.desk = desk;
            }

            @Override
            public void run() {
                for (int i = 0; i < 5; i++) {
                    publish(desk + " " + i);
                    written++; // safe: one thread for each editor, read after join
                }
            }

            private void publish(String text) {
                headline = text; // race:headline
                Newsroom.this.revision += 1; // race:revision
                synchronized (archive) {
                    archive.add(text); // safe: every use holds the archive
                }
            }
        }

        class Reader extends Thread {
            private String seen;

            @Override
            public void run() {
                seen = headline; // race:headline
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Newsroom room = new Newsroom();
        Newsroom.Editor politics = room.new Editor("politics");
        Newsroom.Editor sports = room.new Editor("sports");
        Newsroom other = new Newsroom();
        Newsroom.Editor quiet = other.new Editor("garden");
        Thread first = new Thread(politics);
        Thread second = new Thread(sports);
        Newsroom.Reader reader = room.new Reader();
        first.start();
        second.start();
        reader.start();
        quiet.run();
        System.out.println(other.revision); // safe: only main has this newsroom
        first.join();
        second.join();
        reader.join();
        synchronized (room.archive) {
            System.out.println(politics.written + sports.written == room.archive.size()); // safe: after join
        }
        if (room.revision == 0 || reader.seen == null) { // safe: after join
            throw new AssertionError();
        }
    }
}
