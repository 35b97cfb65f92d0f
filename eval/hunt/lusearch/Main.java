package driver;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.RAMDirectory;

/** Two threads index, with merges in the background, and a third one searches what is there so far; Lucene as in DaCapo 9.12. */
public final class Main {
    private static final String[] WORDS = {"red", "green", "blue", "quick", "slow", "fox", "hare", "river", "stone"};
    private static final int DOCUMENTS = 60;

    public static void main(String[] args) throws Exception {
        RAMDirectory directory = new RAMDirectory();
        IndexWriter writer = new IndexWriter(directory, new StandardAnalyzer(), true, IndexWriter.MaxFieldLength.LIMITED);
        writer.setMaxBufferedDocs(10);
        writer.setMergeFactor(3);
        // There is something to search from the beginning.
        index(writer, 2 * DOCUMENTS, 10);
        writer.commit();
        Thread first = new Thread(() -> index(writer, 0, DOCUMENTS), "first");
        Thread second = new Thread(() -> index(writer, DOCUMENTS, DOCUMENTS), "second");
        Thread reader = new Thread(() -> search(directory), "reader");
        for (Thread thread : new Thread[] {first, second, reader}) {
            thread.start();
        }
        for (Thread thread : new Thread[] {first, second, reader}) {
            thread.join();
        }
        writer.optimize();
        System.out.println(writer.numDocs() + " documents");
        writer.close();
    }

    private static void index(IndexWriter writer, int from, int count) {
        try {
            for (int number = from; number < from + count; number++) {
                StringBuilder text = new StringBuilder();
                for (int word = 0; word < 8; word++) {
                    text.append(WORDS[(number * (word + 1) + word / 3) % WORDS.length]).append(' ');
                }
                Document document = new Document();
                document.add(new Field("id", Integer.toString(number), Field.Store.YES, Field.Index.NOT_ANALYZED));
                document.add(new Field("text", text.toString(), Field.Store.NO, Field.Index.ANALYZED));
                if (number % 9 == 8) {
                    writer.updateDocument(new Term("id", Integer.toString(number)), document);
                } else {
                    writer.addDocument(document);
                }
                if (number % 20 == 19) {
                    writer.commit();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void search(RAMDirectory directory) {
        BooleanQuery both = new BooleanQuery();
        both.add(new TermQuery(new Term("text", "river")), BooleanClause.Occur.MUST);
        both.add(new TermQuery(new Term("text", "fox")), BooleanClause.Occur.SHOULD);
        Query[] queries = {new TermQuery(new Term("text", "quick")), both};
        try {
            IndexReader reader = IndexReader.open(directory, true);
            for (int round = 0; round < 12; round++) {
                IndexReader next = reader.reopen();
                if (next != reader) {
                    reader.close();
                    reader = next;
                }
                IndexSearcher searcher = new IndexSearcher(reader);
                searcher.search(queries[round % 2], null, 5, new Sort("id"));
                searcher.close();
            }
            reader.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
