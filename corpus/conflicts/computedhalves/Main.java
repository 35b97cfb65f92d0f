package conflicts.computedhalves;

/** Two threads of different code that divide an array at a place which is computed before. */
public class Main {
    static final int[] stored = new int[40];
    static final int SEAM = Integer.getInteger("seam", 20);
    private final int[] apart;
    private final int[] shared;
    private final int[] late;

    Main(int size) {
        apart = new int[size];
        shared = new int[size];
        late = new int[size];
    }

    private void divide() throws InterruptedException {
        int half = apart.length / 2;
        Thread low = new Thread(() -> {
            for (int i = 0; i < half; i++) {
                apart[i] = i; // safe: below the half
            }
            for (int i = 0; i < half + 1; i++) {
                shared[i] = i; // race:shared
            }
            for (int i = 0; i < SEAM; i++) {
                stored[i]++; // safe: below the seam
            }
            for (int i = 0; i < half; i++) {
                late[i] = i; // race:late
            }
        });
        Thread high = new Thread(() -> {
            for (int i = half; i < apart.length; i++) {
                apart[i] = -i; // safe: from the half on
            }
            for (int i = half; i < shared.length; i++) {
                shared[i] = i; // race:shared
            }
            for (int i = SEAM; i < stored.length; i++) {
                stored[i]--; // safe: from the seam on
            }
            for (int i = half - 1; i < late.length; i++) {
                late[i] = i; // race:late
            }
        });
        low.start();
        high.start();
        low.join();
        high.join();
    }

    public static void main(String[] args) throws InterruptedException {
        Main main = new Main(30);
        main.divide();
        System.out.println(main.apart[3] + main.shared[15] + main.late[20] + stored[7]);
    }
}
