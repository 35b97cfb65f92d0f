package kernels;

/** Fourier coefficients: much arithmetic, few accesses. */
final class Series implements Kernels.Kernel {
    private static final int COUNT = 150;
    private double[][] out;

    @Override
    public Kernels.Work prepare() {
        out = new double[2][COUNT];
        return thread -> {
            for (int i = thread; i < COUNT; i += Kernels.THREADS) {
                double a = 0, b = 0;
                for (int k = 0; k < 2000; k++) {
                    double x = k / 1000.0;
                    double y = Math.pow(x + 1, x);
                    a += y * Math.cos(Math.PI * i * x);
                    b += y * Math.sin(Math.PI * i * x);
                }
                out[0][i] = a / 1000;
                out[1][i] = b / 1000;
            }
        };
    }

    @Override
    public long check() {
        double sum = 0;
        for (double value : out[0]) {
            sum += value;
        }
        return Math.round(sum * 1000);
    }
}
