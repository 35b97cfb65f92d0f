// Executors that carry out one task after the other, and what is held when it is published.

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// Each room has its executor: by a lambda, by a task that is handed on, and by an object.
//: thread many d runs Rooms.lambda$main$0
//: thread task once a runs Rooms.lambda$bid$0
//: thread task once a runs Rooms.lambda$bid$0
//: thread task once b runs Rooms.lambda$listen$0
//: thread task once b runs Rooms.lambda$listen$0
//: thread task once b runs Rooms.lambda$listen$1
//: thread task once b runs Rooms.lambda$listen$1
//: thread task once c runs Task.run
//: thread task once c runs Task.run
class Rooms implements Runnable {
    final ExecutorService mailbox = Executors.newSingleThreadExecutor();
    final List<String> log = new ArrayList<>();
    int count;

    void bid() {
        mailbox.execute(() -> count++); // a
    }

    void post(Runnable task) {
        mailbox.execute(task); // b
    }

    void listen(String who) {
        post(() -> log.add(who));
        post(() -> count++);
    }

    static final class Task implements Runnable {
        private final Rooms room;

        Task(Rooms room) {
            this.room = room;
        }

        public void run() {
            room.count++;
        }
    }

    void later() {
        mailbox.submit(new Task(this)); // c
    }

    public void run() {
        bid();
        listen("me");
        later();
    }

    public static void main(String[] args) {
        ConcurrentHashMap<String, Rooms> rooms = new ConcurrentHashMap<>();
        rooms.put("1", new Rooms());
        rooms.put("2", new Rooms());
        for (int i = 0; i < 3; i++) {
            new Thread(() -> rooms.values().forEach(Rooms::run)).start(); // d
        }
    }
}

// The executor of another one keeps nobody out.
//: thread task many a runs Neighbours.lambda$add$0
//: thread task many b runs Neighbours.lambda$add$1
//: race possible .count: write a, read b (starts a b)
//: race possible .count: write b, read a (starts b a)
//: race possible .count: write b, write a (starts b a)
//: race unlikely .count: write b, read b (again b); may-share-lock
//: race unlikely .count: write b, write b (again b); may-share-lock
class Neighbours {
    final ExecutorService mailbox = Executors.newSingleThreadExecutor();
    int count;

    void add(Neighbours other) {
        mailbox.execute(() -> count++); // a
        mailbox.execute(() -> other.count++); // b
    }

    public static void main(String[] args) {
        ConcurrentHashMap<String, Neighbours> all = new ConcurrentHashMap<>();
        for (int i = 0; i < 2; i++) {
            all.put("n" + i, new Neighbours());
        }
        for (Neighbours one : all.values()) {
            one.add(all.get("n0"));
        }
    }
}

// What is stored in a holder is not known by what the holder was used for before.
//: thread once t runs Holder.lambda$main$0
class Holder {
    static final class Rows {
        final List<String> rows = new ArrayList<>();

        void add(String row) {
            rows.add(row);
        }
    }

    final ConcurrentHashMap<String, String> names = new ConcurrentHashMap<>();
    volatile Rows current = new Rows();

    void publish() {
        Rows next = new Rows();
        for (String name : names.values()) {
            next.add(name);
        }
        current = next;
    }

    public static void main(String[] args) {
        Holder holder = new Holder();
        new Thread(() -> {
            for (int i = 0; i < 3; i++) {
                holder.publish();
            }
        }).start(); // t
        System.out.println(holder.current.rows.size());
    }
}

// But what was published before it was filled is known.
//: thread once t runs Early.lambda$main$0
//: race possible {contents}: write w, read r (child t has first)
class Early {
    final ConcurrentHashMap<String, String> names = new ConcurrentHashMap<>();
    volatile List<String> current = new ArrayList<>();

    void publish() {
        List<String> next = new ArrayList<>();
        current = next;
        for (String name : names.values()) {
            next.add(name); // w
        }
    }

    public static void main(String[] args) {
        Early early = new Early();
        new Thread(() -> {
            for (int i = 0; i < 3; i++) {
                early.publish();
            }
        }).start(); // t
        System.out.println(early.current.size()); // r
    }
}
