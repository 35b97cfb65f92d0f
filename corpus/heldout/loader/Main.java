package heldout.loader;

import java.util.ArrayList;
import java.util.List;

/** Several request handlers render pages from lazily loaded resources and templates. */
public class Main {

    private static final String[] PAGES = {"home", "about", "news", "home", "contact", "news"};

    /** Renders all pages, starting somewhere in the list. */
    static final class Handler extends Thread {
        private final int offset;
        private final List<String> rendered = new ArrayList<>();
        private int chars;

        Handler(int offset) {
            super("handler-" + offset);
            this.offset = offset;
        }

        @Override
        public void run() {
            for (int i = 0; i < PAGES.length; i++) {
                String page = PAGES[(i + offset) % PAGES.length]; // safe: constant array
                Resource body = ResourceLoader.getInstance().find(page);
                Class<?> view = ViewRegistry.get().viewClass(page);
                String text = body.getText() + "[" + view.getSimpleName() + "]";
                rendered.add(text); // safe: main reads it after join
                chars += text.length(); // safe: main reads it after join
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        List<Handler> handlers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            handlers.add(new Handler(i));
        }
        for (Handler h : handlers) {
            h.start();
        }
        int chars = 0;
        for (Handler h : handlers) {
            h.join();
            chars += h.chars; // safe: after join
        }
        System.out.println(handlers.get(0).rendered); // safe: after join
        System.out.println(chars + " characters, " + ResourceLoader.getInstance().hits() + " cache hits");
        System.out.println(ViewRegistry.get().defined() + " views in locale " + Settings.get().locale());
    }
}
