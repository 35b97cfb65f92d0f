package driver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
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

/** An index is written, and then searched in a parallel loop over queries. */
public final class Main {
    private static final String[] WORDS = {"red", "green", "blue", "quick", "slow", "fox", "hare", "river", "stone"};

    public static void main(String[] args) throws IOException {
        try (Directory directory = new ByteBuffersDirectory()) {
            write(directory);
            try (DirectoryReader reader = DirectoryReader.open(directory)) {
                IndexSearcher searcher = new IndexSearcher(reader);
                Query range = new BooleanQuery.Builder()
                        .add(new TermQuery(new Term("text", "river")), BooleanClause.Occur.MUST)
                        .add(IntPoint.newRangeQuery("number", 10, 250), BooleanClause.Occur.FILTER)
                        .build();
                List<Query> queries = List.of(
                        new TermQuery(new Term("text", "stone")), new PhraseQuery("text", "quick", "fox"), range);
                queries.parallelStream().forEach(query -> {
                    try {
                        System.out.println(query + ": " + searcher.search(query, 10).totalHits);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
            }
        }
    }

    private static void write(Directory directory) throws IOException {
        try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(new StandardAnalyzer()))) {
            for (int number = 0; number < 200; number++) {
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
        }
    }
}
