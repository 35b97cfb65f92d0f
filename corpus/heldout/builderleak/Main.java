package heldout.builderleak;

import java.util.ArrayList;
import java.util.List;

/** A builder hands out what it builds; the constructor of a widget registers it too early. */
public class Main {
    static final List<Widget> REGISTRY = new ArrayList<>();

    static class Widget {
        private String title;
        private int width;
        private final int id;

        Widget(Builder builder) {
            this.id = builder.id;
            this.width = builder.width; // safe: before anybody knows it
            synchronized (REGISTRY) {
                REGISTRY.add(this); // safe: under the registry
            }
            this.title = builder.title; // race:title
        }
    }

    static class Builder {
        private String title = "";
        private int width = 1;
        private int id;

        Builder title(String title) {
            this.title = title; // safe: every thread has its own builder
            return this;
        }

        Builder width(int width) {
            this.width = width; // safe: every thread has its own builder
            return this;
        }

        Widget build(int id) {
            this.id = id; // safe: every thread has its own builder
            return new Widget(this);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread maker = new Thread(() -> {
            Builder builder = new Builder().title("w");
            for (int i = 0; i < 20; i++) {
                builder.width(i).build(i);
            }
        });
        Thread other = new Thread(() -> new Builder().title("x").width(3).build(100));
        maker.start();
        other.start();
        int letters = 0;
        int wide = 0;
        for (int i = 0; i < 10; i++) {
            Widget widget = null;
            synchronized (REGISTRY) {
                if (!REGISTRY.isEmpty()) { // safe: under the registry
                    widget = REGISTRY.get(REGISTRY.size() - 1); // safe: under the registry
                }
            }
            if (widget != null) {
                letters += widget.title == null ? 0 : widget.title.length(); // race:title
                wide += widget.width + widget.id; // safe: written before the registration
            }
        }
        maker.join();
        other.join();
        System.out.println(REGISTRY.size() + (letters > 20 || wide < 0 ? "!" : "")); // safe: after join
    }
}
