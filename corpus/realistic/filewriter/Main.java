package realistic.filewriter;

import java.util.ArrayList;
import java.util.List;

/** Threads write lines through a shared writer with a buffer of its own, which a flusher empties. */
public final class Main {
    public static void main(String[] args) throws InterruptedException {
        MemoryFile file = new MemoryFile("journal.txt");
        file.append("begin"); // safe: before start
        LineWriter writer = new LineWriter(file, 8);
        Flusher flusher = new Flusher(writer);
        List<Thread> authors = new ArrayList<>();
        List<Author> works = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Author author = new Author("author " + i, writer, 15);
            works.add(author);
            authors.add(new Thread(author, author.name()));
        }
        flusher.start();
        authors.forEach(Thread::start);
        for (Thread author : authors) {
            author.join();
        }
        flusher.close();
        flusher.join();
        writer.close();
        int written = 0;
        for (Author work : works) {
            written += work.written(); // safe: after join
        }
        System.out.println(written + " lines written by " + works.size());
        if (file.length() < 5 || writer.statistics().isEmpty()) { // safe: all have ended
            throw new AssertionError();
        }
        Rotation rotation = new Rotation("journal");
        rotation.run(3);
        System.out.println(rotation.current());
    }
}
