// How threads come by objects: made, started with, taken, or found.

import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.ReentrantLock;

//: thread many a runs Sessions.run
//: race possible .nick: write n, read m (loop a)
//: race unlikely .nick: write n, write n (loop a); handed-over
//: race unlikely .sent: write s, read s (loop a); handed-over
//: race unlikely .sent: write s, write s (loop a); handed-over
class Sessions implements Runnable {
    static final List<Sessions> ALL = new CopyOnWriteArrayList<>();
    int sent;
    String nick;

    public void run() {
        ALL.add(this);
        sent++; // s
        nick = "me"; // n
        for (Sessions other : ALL) {
            System.out.println(other.nick); // m
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            new Thread(new Sessions()).start(); // a
        }
    }
}

//: thread many a runs Borrowed.lambda$main$0
//: race precise .late: write l, read l (loop a)
//: race precise .late: write l, write l (loop a)
//: race unlikely .used: write u, read u (loop a); handed-over
//: race unlikely .used: write u, write u (loop a); handed-over
class Borrowed {
    static final BlockingQueue<Borrowed> POOL = new LinkedBlockingQueue<>();
    int used;
    int late;

    static final class Handle {
        private final Borrowed lent;

        Handle(Borrowed lent) {
            this.lent = lent;
        }

        void use() {
            lent.used++; // u
        }

        void close() {
            POOL.add(lent);
            lent.late++; // l
        }
    }

    public static void main(String[] args) {
        POOL.add(new Borrowed());
        for (int i = 0; i < 3; i++) {
            new Thread(() -> {
                Handle handle = new Handle(POOL.poll());
                handle.use();
                handle.close();
            }).start(); // a
        }
    }
}

//: thread many a runs Marked.lambda$main$0
//: race unlikely .count: write c, read c (loop a); handed-over
//: race unlikely .count: write c, write c (loop a); handed-over
class Marked {
    static final Marked[] ALL = {new Marked(), new Marked()};
    static final boolean[] TAKEN = new boolean[2];
    int count;

    static synchronized Marked pick() {
        for (int i = 0; i < 2; i++) {
            if (!TAKEN[i]) {
                TAKEN[i] = true;
                return ALL[i];
            }
        }
        return null;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                pick().count++; // c
            }).start(); // a
        }
    }
}

//: thread many a runs Published.lambda$main$0
//: race precise .after: write w, read r (child a has first)
//: race unlikely .after: write w, write w (loop a); handed-over
//: race unlikely .before: write b, read q (child a has first); handed-over
//: race unlikely .before: write b, write b (loop a); handed-over
class Published {
    int before;
    int after;

    void fill() {
        before = 1; // b
    }

    public static void main(String[] args) {
        Map<String, Published> all = new ConcurrentHashMap<>();
        BlockingQueue<Published> queue = new LinkedBlockingQueue<>();
        queue.add(new Published());
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                Published taken = queue.poll();
                taken.fill();
                all.put("key", taken);
                taken.after = 1; // w
            }).start(); // a
        }
        for (Published found : all.values()) {
            System.out.println(found.before); // q
            System.out.println(found.after); // r
        }
    }
}

//: thread many a runs Requests.lambda$main$0
//: race possible .late: write w, read r (child a has first)
//: race unlikely .answer: write f, read g (child a has first); signal p
class Requests {
    static final Requests[] ALL = {new Requests(), new Requests()};
    final CountDownLatch done = new CountDownLatch(1);
    int answer;
    int late;

    void finish() {
        answer = 1; // f
        done.countDown();
        late = 1; // w
    }

    int get() throws InterruptedException {
        done.await(); // p
        System.out.println(late); // r
        return answer; // g
    }

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < 2; i++) {
            Requests request = ALL[i];
            new Thread(() -> request.finish()).start(); // a
        }
        System.out.println(ALL[0].get() + ALL[1].get());
    }
}

//: thread many a runs HandOverHand.lambda$main$0
class HandOverHand {
    static final HandOverHand HEAD = new HandOverHand(new HandOverHand(null));
    final ReentrantLock lock = new ReentrantLock();
    HandOverHand next;
    int count;

    HandOverHand(HandOverHand next) {
        this.next = next;
    }

    static void walk() {
        HandOverHand here = HEAD;
        here.lock.lock();
        while (here.next != null) {
            here.count++;
            HandOverHand after = here.next;
            after.lock.lock();
            here.lock.unlock();
            here = after;
        }
        here.next = new HandOverHand(null);
        here.lock.unlock();
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            new Thread(() -> walk()).start(); // a
        }
    }
}
