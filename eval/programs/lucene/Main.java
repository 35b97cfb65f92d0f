package driver;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;

/** Two threads write into one index; then two threads search it. */
public final class Main {
    private static final String[] WORDS = {"red", "green", "blue", "quick", "slow", "fox", "hare", "river", "stone"};
    private static final int DOCUMENTS = 200;

    public static void main(String[] args) throws Exception {
        try (Directory directory = new ByteBuffersDirectory()) {
            try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(new StandardAnalyzer()))) {
                both(new Thread(() -> write(writer, 0)), new Thread(() -> write(writer, DOCUMENTS)));
            }
            try (DirectoryReader reader = DirectoryReader.open(directory)) {
                IndexSearcher searcher = new IndexSearcher(reader);
                Query phrase = new PhraseQuery("text", "quick", "fox");
                Query range = new BooleanQuery.Builder()
                        .add(new TermQuery(new Term("text", "river")), BooleanClause.Occur.MUST)
                        .add(IntPoint.newRangeQuery("number", 10, 250), BooleanClause.Occur.FILTER)
                        .build();
                both(new Thread(() -> search(searcher, phrase)), new Thread(() -> search(searcher, range)));
            }
        }
    }

    private static void both(Thread first, Thread second) throws InterruptedException {
        first.start();
        second.start();
        first.join();
        second.join();
    }

    private static void write(IndexWriter writer, int from) {
        try {
            for (int number = from; number < from + DOCUMENTS; number++) {
                StringBuilder text = new StringBuilder();
                for (int word = 0; word < 12; word++) {
                    text.append(WORDS[(number * (word + 1) + word / 3) % WORDS.length]).append(' ');
                }
                Document document = new Document();
                document.add(new StringField("id", Integer.toString(number), Field.Store.YES));
                document.add(new TextField("text", text.toString(), Field.Store.NO));
                document.add(new IntPoint("number", number));
                writer.addDocument(document);
            }
            writer.commit();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void search(IndexSearcher searcher, Query query) {
        try {
            System.out.println(query + ": " + searcher.search(query, 10).totalHits);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
