package heldout.playlists;

import java.util.ArrayList;
import java.util.List;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.stream.StreamSupport;

/** Songs come from hand-made spliterators, one of which splits badly, and from loops within loops. */
public final class Main {
    static final class Song {
        final int seconds;
        int plays, rating, skips;

        Song(int seconds) {
            this.seconds = seconds;
        }
    }

    static final class Playlist {
        final List<Song> songs = new ArrayList<>();
        int length, parts, checks, loudness;
    }

    static final class Meter {
        int splits, advanced;
    }

    static class Songs implements Spliterator<Song> {
        final Song[] songs;
        final Meter meter;
        final int end;
        int at;

        Songs(Song[] songs, int at, int end, Meter meter) {
            this.songs = songs;
            this.at = at; // safe: in the constructor
            this.end = end;
            this.meter = meter;
        }

        Songs part(int middle) {
            return new Songs(songs, at, middle, meter);
        }

        @Override
        public boolean tryAdvance(Consumer<? super Song> action) {
            boolean more = at < end;
            if (more) {
                meter.advanced++; // race:advanced
                action.accept(songs[at++]); // safe: each part has a position of its own
            }
            return more;
        }

        @Override
        public Spliterator<Song> trySplit() {
            int middle = (at + end) >>> 1; // safe: each part has a position of its own
            Songs part = middle - at < 4 ? null : part(middle);
            if (part != null) {
                meter.splits++; // race:splits
                at = middle; // safe: this part is split by one thread
            }
            return part;
        }

        @Override
        public long estimateSize() {
            return end - at; // safe: each part has a position of its own
        }

        @Override
        public int characteristics() {
            return NONNULL;
        }
    }

    static final class Overlapping extends Songs {
        Overlapping(Song[] songs, int at, int end, Meter meter) {
            super(songs, at, end, meter);
        }

        @Override
        Songs part(int middle) {
            return new Overlapping(songs, at, middle + 1, meter);
        }
    }

    public static void main(String[] args) {
        List<Playlist> playlists = new ArrayList<>();
        Song[] songs = new Song[240];
        for (int i = 0; i < 240; i++) {
            songs[i] = new Song(100 + i % 60);
            if (i % 24 == 0) {
                playlists.add(new Playlist());
            }
            playlists.get(i / 24).songs.add(songs[i]);
        }
        Meter meter = new Meter();
        StreamSupport.stream(new Songs(songs, 0, 240, meter), true).forEach(song -> song.plays++); // safe: each song comes once
        StreamSupport.stream(new Overlapping(songs, 0, 240, meter), true).forEach(song -> song.rating++); // race:rating missed: that the parts of the spliterator overlap is not seen
        StreamSupport.stream(new Overlapping(songs, 0, 240, meter), false).forEach(song -> song.skips++); // safe: not parallel
        playlists.parallelStream().forEach(playlist -> {
            playlist.loudness = playlist.songs.size(); // safe: each playlist is one element (false alarm: that the inner loop works for one iteration is not seen)
            playlist.songs.parallelStream().forEach(song -> {
                song.plays += playlist.loudness; // safe: each song is in one playlist (false alarm: that the inner loop works for one iteration is not seen)
                playlist.length += song.seconds; // race:length
            });
            playlist.songs.stream().forEach(song -> playlist.parts++); // safe: the inner loop is not parallel
            playlist.checks += playlist.length < 0 ? 0 : 1; // safe: the inner loop has ended (false alarm: that the inner loop works for one iteration is not seen)
        });
        int[] total = {0, 0};
        playlists.forEach(p -> p.songs.parallelStream().forEach(song -> total[0] += song.seconds)); // race:total
        playlists.forEach(p -> total[1] += p.parts + p.checks + p.songs.get(0).plays); // safe: the loops have ended
        System.out.println(total[1] + " " + songs[7].plays + " " + songs[120].skips); // safe: the loops have ended
        if (meter.splits < 0 || meter.advanced < 0 || total[0] < 0 || songs[9].rating > 9) { // safe: the loops have ended
            throw new AssertionError();
        }
    }
}
