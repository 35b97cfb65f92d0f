package juc.clones;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Copies of an object that others go on reading belong to the thread that made them. */
public final class Main {
    static final int ROUNDS = 20_000;

    static class Sheet implements Cloneable {
        int lines;
        String title = "";

        Sheet copy() {
            try {
                return (Sheet) clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        protected Object clone() throws CloneNotSupportedException {
            return super.clone();
        }

        int length() {
            return lines + title.length();
        }
    }

    /** Fields of a class whose superclass makes the copy. */
    static final class Form extends Sheet {
        int fields;

        Form(int lines) {
            this.lines = lines;
            title = "form";
            fields = lines;
        }
    }

    public static void main(String[] args) throws Exception {
        Form original = new Form(7);
        AtomicBoolean stop = new AtomicBoolean();
        AtomicInteger rounds = new AtomicInteger();
        Runnable reads = () -> {
            int sum = 0;
            // The end of a round is a new epoch, so that each is a new read of the same fields.
            while (!stop.get()) {
                sum += original.length() + original.fields;
                rounds.incrementAndGet();
            }
            if (sum == 1) {
                throw new AssertionError("it was never so short");
            }
        };
        Thread first = new Thread(reads);
        Thread second = new Thread(reads);
        first.start();
        second.start();
        for (int i = 0; i < ROUNDS; i++) {
            Form mine = (Form) original.copy();
            mine.lines = i; // safe: nobody else knows the copy
            mine.title = "mine"; // safe: as above
            mine.fields = i; // safe: as above
            if (mine.length() != i + 4 || original.fields != 7) {
                throw new AssertionError("a copy is not its own");
            }
        }
        stop.set(true);
        first.join();
        second.join();
        System.out.println("done");
    }
}
