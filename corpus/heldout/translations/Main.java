package heldout.translations;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.Collections;
import java.util.List;

public final class Main {
    private static final class Translator implements Callable<String> {
        private final Glossary glossary;

        Translator(Glossary glossary) {
            this.glossary = glossary;
        }

        @Override
        public String call() {
            Catalog catalog = Catalog.get();
            Language.GERMAN.use();
            String text = catalog.translate("hello") + " " + catalog.translate("world");
            if (catalog.size() > 2 || glossary.edition() > 3) {
                throw new IllegalStateException();
            }
            return text + Language.GERMAN.label() + Grammar.get().rule(5) + glossary.terms()
                + Language.Speller.get().checked();
        }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        Callable<String> translator = new Translator(new Glossary());
        List<Future<String>> texts = pool.invokeAll(Collections.nCopies(8, translator));
        String first = texts.get(0).get();
        for (Future<String> text : texts) {
            if (!text.get().equals(first)) {
                throw new IllegalStateException(text.get());
            }
        }
        pool.shutdown();
        System.out.println(first + " " + Catalog.get().lookups() + " " + Language.GERMAN.used());
    }
}
