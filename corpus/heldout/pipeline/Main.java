package heldout.pipeline;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** A pipeline of three stages with queues between them; documents are changed on the way. */
public class Main {
    static class Document {
        String text;
        int words;
        boolean checked;

        Document(String text) {
            this.text = text;
        }
    }

    static final Document END = new Document("");

    static class Stage extends Thread {
        protected final BlockingQueue<Document> in;
        protected final BlockingQueue<Document> out;
        protected int handled;

        Stage(String name, BlockingQueue<Document> in, BlockingQueue<Document> out) {
            super(name);
            this.in = in;
            this.out = out;
        }

        void handle(Document document) {
        }

        @Override
        public void run() {
            try {
                Document document;
                while ((document = in.take()) != END) {
                    handle(document);
                    handled++; // race:handled
                    out.put(document);
                }
                out.put(END);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<Document> raw = new ArrayBlockingQueue<>(4);
        BlockingQueue<Document> counted = new ArrayBlockingQueue<>(4);
        BlockingQueue<Document> done = new ArrayBlockingQueue<>(200);
        Stage counter = new Stage("count", raw, counted) {
            @Override
            void handle(Document document) {
                document.words = document.text.split(" ").length; // safe: handed over by the queues
            }
        };
        Stage checker = new Stage("check", counted, done) {
            @Override
            void handle(Document document) {
                document.checked = document.words > 0; // safe: handed over by the queues
            }
        };
        counter.start();
        checker.start();
        for (int i = 0; i < 50; i++) {
            Document document = new Document("a b");
            document.text = document.text + " " + i; // safe: before the queue
            raw.put(document);
        }
        int early = counter.handled; // race:handled
        raw.put(END);
        counter.join();
        checker.join();
        int words = 0;
        for (Document document : done) {
            words += document.checked ? document.words : 0; // safe: after join
        }
        System.out.println(words + " " + checker.handled + (early > 50 ? "!" : "")); // safe: after join
    }
}
