// The stretches meet, and nobody has an element of another's.
//: thread many a runs Meeting.lambda$main$0
//: race unlikely []: write w, write w (loop a); index-by-thread
class Meeting {
    public static void main(String[] args) {
        int[] data = new int[100];
        for (int t = 0; t < 4; t++) {
            int from = t * 25;
            new Thread(() -> {
                for (int i = from; i < from + 25; i++) {
                    data[i] = 1; // w
                }
            }).start(); // a
        }
    }
}

// The last element of a stretch is the first of the next.
//: thread many a runs OverlappingByOne.lambda$main$0
//: race possible []: write w, write w (loop a)
class OverlappingByOne {
    public static void main(String[] args) {
        int[] data = new int[101];
        for (int t = 0; t < 4; t++) {
            int from = t * 25;
            new Thread(() -> {
                for (int i = from; i <= from + 25; i++) {
                    data[i] = 1; // w
                }
            }).start(); // a
        }
    }
}

// All but the first element of a stretch: the one before is still in it.
//: thread many a runs BeforeInStretch.lambda$main$0
//: race unlikely []: write w, read w (loop a); index-by-thread
//: race unlikely []: write w, write w (loop a); index-by-thread
class BeforeInStretch {
    public static void main(String[] args) {
        int[] data = new int[100];
        int size = args.length;
        for (int t = 0; t < 4; t++) {
            int from = t * size;
            int to = (t + 1) * size;
            new Thread(() -> {
                for (int i = from + 1; i < to; i++) {
                    data[i] = data[i - 1]; // w
                }
            }).start(); // a
        }
    }
}

// The last one may end earlier; the constructor computes it.
//: thread many a runs UpToTheEnd.run
//: race possible []: write w, write w (loop a)
class UpToTheEnd extends Thread {
    private final int[] data;
    private final int from;
    private final int to;

    UpToTheEnd(int[] data, int from, int size) {
        this.data = data;
        this.from = from;
        this.to = Math.min(data.length, from + size);
    }

    @Override
    public void run() {
        for (int i = from; i <= to; i++) {
            data[i] = 1; // w
        }
    }

    public static void main(String[] args) {
        int[] data = new int[100];
        for (int from = 0; from < 100; from += 30) {
            new UpToTheEnd(data, from, 30).start(); // a
        }
    }
}

// Two threads have half of a number in common.
//: thread many a runs Halves.lambda$main$0
//: race possible []: write a, write a (loop a)
class Halves {
    public static void main(String[] args) {
        int[] data = new int[100];
        for (int t = 0; t < 4; t++) {
            int half = t / 2;
            new Thread(() -> data[half] = 1).start(); // a
        }
    }
}
