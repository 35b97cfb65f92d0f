package heldout.invoices;

import java.text.DecimalFormat;
import java.text.SimpleDateFormat;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Date;
import java.util.Deque;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Renders a batch of invoices to text and prints a digest of the batch. */
public class Main {
    record Position(String article, int pieces, double price) {
    }

    record Invoice(int number, long issuedAt, List<Position> positions) {
    }

    private final SimpleDateFormat dayFormat = new SimpleDateFormat("yyyy-MM-dd");
    private final DateTimeFormatter isoFormat = DateTimeFormatter.ofPattern("dd.MM.yyyy");
    private final ThreadLocal<DecimalFormat> amountFormat = ThreadLocal.withInitial(() -> new DecimalFormat("0.00"));
    private final DecimalFormat weightFormat = new DecimalFormat("0.000");
    private final Deque<String> recentArticles = new ArrayDeque<>(64);
    private int rendered;

    private String header(Invoice invoice) {
        String day = dayFormat.format(new Date(invoice.issuedAt())); // race:dayformat
        String due = isoFormat.format(LocalDate.ofEpochDay(invoice.issuedAt() / 86_400_000L + 14)); // safe: immutable formatter
        return "Invoice " + invoice.number() + " of " + day + ", due " + due;
    }

    private String render(Invoice invoice) {
        StringBuilder out = new StringBuilder(header(invoice));
        for (Position position : invoice.positions()) {
            out.append('\n').append(position.article()); // safe: builder of this call
            out.append(' ').append(amountFormat.get().format(position.price() * position.pieces())); // safe: a format per thread
        }
        return out.toString();
    }

    private Stream<String> articles(Invoice invoice) {
        List<String> names = new ArrayList<>();
        for (Position position : invoice.positions()) {
            names.add(position.article()); // safe: list of this call
            remember(position.article());
        }
        return names.stream();
    }

    private void remember(String article) {
        if (recentArticles.size() > 20) { // race:recent
            recentArticles.pollFirst(); // race:recent
        }
        recentArticles.addLast(article); // race:recent
    }

    private String weights(List<Invoice> invoices) {
        return invoices.stream()
                .map(invoice -> weightFormat.format(invoice.positions().size() * 0.125)) // safe: sequential stream in main
                .distinct()
                .collect(Collectors.joining(" "));
    }

    public static void main(String[] args) {
        Main printer = new Main();
        long start = 1_760_000_000_000L;
        List<Invoice> invoices = IntStream.rangeClosed(1, 800)
                .mapToObj(n -> new Invoice(n, start + n * 3_600_000L, positions(n)))
                .collect(Collectors.toList());

        String[] texts = invoices.parallelStream()
                .peek(invoice -> printer.rendered++) // race:rendered
                .map(printer::render)
                .toArray(String[]::new); // safe: the library fills disjoint parts
        System.out.println(texts[0]);
        System.out.println(printer.rendered + " rendered, " + texts.length + " texts"); // safe: after the stream

        List<String> log = new ArrayList<>();
        List<String> firstFew = Stream.of(texts)
                .limit(5)
                .peek(text -> log.add("sent " + text.length())) // safe: sequential stream
                .collect(Collectors.toList());
        System.out.println(firstFew.size() + " sent, log " + log);

        long distinct = invoices.parallelStream().flatMap(printer::articles).distinct().count();
        System.out.println(distinct + " articles, some recent " + printer.recentArticles.size()); // safe: after the stream
        System.out.println("weights " + printer.weights(invoices));
        System.out.println("today's pattern " + printer.dayFormat.toPattern()); // safe: after the streams
    }

    private static List<Position> positions(int n) {
        return IntStream.range(0, 1 + n % 4)
                .mapToObj(i -> new Position("article" + (n + i) % 60, 1 + i, 9.99 + n % 10))
                .collect(Collectors.toList());
    }
}
