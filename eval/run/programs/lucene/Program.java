package work;

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
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;

/** Two threads write into one index; then two threads search it. */
final class Program implements Work {
    private static final int DOCUMENTS = 400;
    private static final int SEARCHES = 100;
    private static final int WORDS = 800;

    @Override
    public long round() throws Exception {
        try (Directory directory = new ByteBuffersDirectory()) {
            try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(new StandardAnalyzer()))) {
                Work.inTwoThreads(thread -> write(writer, thread));
                writer.commit();
            }
            try (DirectoryReader reader = DirectoryReader.open(directory)) {
                IndexSearcher searcher = new IndexSearcher(reader);
                return Work.inTwoThreads(thread -> search(searcher, thread));
            }
        }
    }

    private static String word(int number) {
        return "w" + Integer.toString(number * number % WORDS, 26) + "x";
    }

    private static long write(IndexWriter writer, int thread) throws Exception {
        for (int number = thread; number < 2 * DOCUMENTS; number += 2) {
            StringBuilder text = new StringBuilder();
            for (int word = 0; word < 40; word++) {
                text.append(word(number + word * word)).append(' ');
            }
            Document document = new Document();
            document.add(new StringField("id", Integer.toString(number), Field.Store.YES));
            document.add(new TextField("text", text.toString(), Field.Store.YES));
            document.add(new IntPoint("number", number));
            writer.addDocument(document);
        }
        return 0;
    }

    private static long search(IndexSearcher searcher, int thread) throws Exception {
        long result = 0;
        for (int i = thread; i < 2 * SEARCHES; i += 2) {
            Query phrase = new PhraseQuery(2, "text", word(i), word(i + 1));
            Query any = new BooleanQuery.Builder()
                    .add(new TermQuery(new Term("text", word(i + 3))), BooleanClause.Occur.SHOULD)
                    .add(new TermQuery(new Term("text", word(i + 7))), BooleanClause.Occur.SHOULD)
                    .add(IntPoint.newRangeQuery("number", i, i + 400), BooleanClause.Occur.FILTER)
                    .build();
            result += searcher.count(phrase) + 31L * searcher.count(any);
            for (ScoreDoc found : searcher.search(any, 10).scoreDocs) {
                result += searcher.storedFields().document(found.doc).get("text") == null ? 1 : 0;
            }
        }
        return result;
    }
}
