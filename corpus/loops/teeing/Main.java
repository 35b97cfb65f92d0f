package loops.teeing;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Collectors put together from others: functions in the middle of them run in parallel, finishers do not. */
public final class Main {
    static final class Song {
        final String title;
        final int seconds;
        final List<String> tags;
        int played;
        int rated;

        Song(String title, int seconds, List<String> tags) {
            this.title = title;
            this.seconds = seconds;
            this.tags = tags;
        }
    }

    record Span(int shortest, int longest) {
    }

    private static int flattened;
    private static int reducedSteps;
    private static int finished;

    private final Set<String> genres = new HashSet<>(256);
    private int converted;
    private int teed;
    private Song loudest;

    Span span(List<Song> songs) {
        return songs.parallelStream().collect(Collectors.teeing(
                Collectors.mapping(song -> {
                    converted++; // race:converted
                    return song.seconds;
                }, Collectors.minBy(Integer::compare)),
                Collectors.mapping(song -> song.seconds, Collectors.maxBy(Integer::compare)),
                (shortest, longest) -> {
                    teed++; // safe: runs once, at the end
                    return new Span(shortest.orElse(0), longest.orElse(0));
                }));
    }

    Set<String> tags(List<Song> songs) {
        return songs.parallelStream().collect(Collectors.flatMapping(song -> {
            flattened++; // race:flattened
            song.played++; // safe: each song is one element
            return song.tags.stream(); // safe: nobody changes the tags
        }, Collectors.toSet()));
    }

    int seconds(List<Song> songs) {
        return songs.parallelStream().collect(Collectors.reducing(0, song -> {
            song.rated = song.seconds % 5; // safe: each song is one element
            genres.add(song.tags.get(0)); // race:genres
            return song.seconds;
        }, (a, b) -> {
            reducedSteps++; // race:reducedSteps
            return a + b;
        }));
    }

    List<String> titles(List<Song> songs) {
        return songs.parallelStream().map(song -> song.title).collect(Collectors.collectingAndThen(Collectors.toList(), list -> {
            finished++; // safe: runs once, at the end
            List<String> copy = new ArrayList<>(list); // safe: complete
            copy.sort(null);
            return copy;
        }));
    }

    Song best(List<Song> songs) {
        return songs.parallelStream().collect(Collectors.maxBy((a, b) -> {
            if (b.rated > 3) { // safe: nobody writes ratings here
                loudest = b; // race:loudest
            }
            return Integer.compare(a.seconds, b.seconds);
        })).orElseThrow();
    }

    public static void main(String[] args) {
        List<Song> songs = IntStream.range(0, 100)
                .mapToObj(i -> new Song("song " + i, 100 + i * 37 % 101, List.of("tag" + i % 4, "tag" + i % 7)))
                .collect(Collectors.toList());
        Main radio = new Main();
        Span span = radio.span(songs);
        IntSummaryStatistics statistics = songs.parallelStream().collect(Collectors.summarizingInt(song -> song.seconds)); // safe: the collector's own
        double average = songs.parallelStream().collect(Collectors.averagingInt(song -> song.seconds)); // safe: the collector's own
        System.out.println(span + " " + radio.tags(songs).size() + " " + radio.seconds(songs) + " " + radio.titles(songs).get(99));
        System.out.println(radio.best(songs).seconds + " " + statistics.getMax() + " " + Math.round(average) + " " + radio.teed + finished);
        int played = songs.stream().mapToInt(song -> song.played).sum(); // safe: the loops have ended
        if (played != 100 || radio.converted > 100 || flattened > 100 || reducedSteps < 0 || radio.loudest == songs.get(0) && songs.get(0).rated < 4) { // safe: the loops have ended
            throw new AssertionError();
        }
    }
}
