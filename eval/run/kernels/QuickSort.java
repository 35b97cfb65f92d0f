package kernels;

/** Each thread sorts its own half of an array. */
final class QuickSort implements Kernels.Kernel {
    private static final int LENGTH = 400_000;
    private int[] data;

    private static void sort(int[] a, int from, int to) {
        while (to - from > 1) {
            int pivot = a[(from + to) >>> 1];
            int i = from, j = to - 1;
            while (i <= j) {
                while (a[i] < pivot) {
                    i++;
                }
                while (a[j] > pivot) {
                    j--;
                }
                if (i <= j) {
                    int t = a[i];
                    a[i++] = a[j];
                    a[j--] = t;
                }
            }
            if (j + 1 - from < to - i) {
                sort(a, from, j + 1);
                from = i;
            } else {
                sort(a, i, to);
                to = j + 1;
            }
        }
    }

    @Override
    public Kernels.Work prepare() {
        data = new int[LENGTH];
        long seed = 42;
        for (int i = 0; i < LENGTH; i++) {
            seed = seed * 6364136223846793005L + 1442695040888963407L;
            data[i] = (int) (seed >>> 32);
        }
        return thread -> sort(data, thread * LENGTH / Kernels.THREADS, (thread + 1) * LENGTH / Kernels.THREADS);
    }

    @Override
    public long check() {
        long sum = 0;
        for (int i = 1; i < LENGTH; i++) {
            sum += data[i - 1] <= data[i] ? 1 : 0;
        }
        return sum;
    }
}
