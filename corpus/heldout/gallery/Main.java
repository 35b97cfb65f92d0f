package heldout.gallery;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public class Main {

	record Photo(String file, int year, Set<String> tags) {
		boolean tagged() {
			return !tags.isEmpty();
		}
	}

	interface Indexer<K> {
		Map<K, List<String>> index(List<Photo> photos);
	}

	/** By year, with streams. */
	static class YearIndexer implements Indexer<Integer> {
		private final List<Photo> untagged = new ArrayList<>();
		private final List<Photo> undated = Collections.synchronizedList(new ArrayList<>());

		@Override
		public Map<Integer, List<String>> index(List<Photo> photos) {
			photos.parallelStream().forEach(p -> {
				if (!p.tagged()) {
					untagged.add(p); // race:untagged
				}
				if (p.year() == 0) {
					undated.add(p); // safe: synchronized list
				}
			});
			return photos.parallelStream().collect(Collectors.groupingBy(Photo::year, TreeMap::new,
					Collectors.mapping(Photo::file, Collectors.toList()))); // safe: collector merges per-thread containers
		}

		String leftovers() {
			return untagged.size() + "/" + undated.size(); // safe: forEach returns when all elements are through
		}
	}

	/** By tag, divide and conquer. */
	static class TagIndexer implements Indexer<String> {
		private int scanned;

		class Slice extends RecursiveTask<TreeMap<String, List<String>>> {
			private static final long serialVersionUID = 1L;
			private final transient List<Photo> part;

			Slice(List<Photo> part) {
				this.part = part;
			}

			@Override
			protected TreeMap<String, List<String>> compute() {
				if (part.size() <= 4) {
					TreeMap<String, List<String>> found = new TreeMap<>();
					for (Photo p : part) {
						for (String t : p.tags()) {
							found.computeIfAbsent(t, k -> new ArrayList<>()).add(p.file()); // safe: map of this leaf (false alarm: a list that a map of the task makes is not followed)
						}
						scanned++; // race:scanned
					}
					return found;
				}
				int mid = part.size() / 2;
				Slice left = new Slice(part.subList(0, mid));
				left.fork();
				TreeMap<String, List<String>> result = new Slice(part.subList(mid, part.size())).compute();
				left.join().forEach((t, files) -> result.merge(t, files, (a, b) -> {
					a.addAll(b); // safe: both halves are finished (false alarm: a list that a map of the task makes is not followed)
					return a;
				}));
				return result;
			}
		}

		@Override
		public Map<String, List<String>> index(List<Photo> photos) {
			return new ForkJoinPool(3).invoke(new Slice(photos));
		}
	}

	/** Renders previews in the background. */
	static class Thumbnailer extends Thread {
		private final List<Photo> photos;
		private final Map<String, byte[]> thumbs = new HashMap<>();
		private final CountDownLatch ready = new CountDownLatch(1);
		private final CountDownLatch sized = new CountDownLatch(1);
		private long bytes;

		Thumbnailer(List<Photo> photos) {
			super("thumbnailer");
			setDaemon(true);
			this.photos = photos;
		}

		@Override
		public void run() {
			for (Photo p : photos) {
				bytes += 16L + p.file().length(); // safe: counted down before anybody asks
			}
			sized.countDown();
			for (Photo p : photos) {
				thumbs.put(p.file(), new byte[16]); // race:thumbs
			}
			ready.countDown();
		}

		int available() throws InterruptedException {
			ready.await(5, TimeUnit.MILLISECONDS);
			return thumbs.size(); // race:thumbs
		}

		long expectedBytes() throws InterruptedException {
			sized.await();
			return bytes; // safe: latch
		}
	}

	public static void main(String[] args) throws InterruptedException {
		String[] words = {"sea", "cat", "snow", "party"};
		List<Photo> photos = IntStream.range(0, 40)
				.mapToObj(i -> new Photo("img" + i + ".jpg", i % 7 == 0 ? 0 : 2015 + i % 6,
						i % 3 == 0 ? Set.of() : new TreeSet<>(List.of(words[i % 4], words[(i + i % 3) % 4], "all")
								.subList(1, 3))))
				.collect(Collectors.toList());
		Thumbnailer thumbnailer = new Thumbnailer(photos);
		thumbnailer.start();

		YearIndexer years = new YearIndexer();
		TagIndexer tags = new TagIndexer();
		years.index(photos).forEach((y, files) -> System.out.println(y + " " + files.size()));
		tags.index(photos).forEach((t, files) -> System.out.println(t + " " + files.size()));
		System.out.println("leftovers " + years.leftovers());
		System.out.println("scanned " + tags.scanned); // safe: after invoke
		System.out.println(thumbnailer.available() + " thumbs, " + thumbnailer.expectedBytes() + " bytes");
	}
}
