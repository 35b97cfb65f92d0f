package kernels;

/** A block cipher over bytes, each thread its own part. */
final class Crypt implements Kernels.Kernel {
    private static final int LENGTH = 1_600_000;
    private byte[] plain;
    private byte[] secret;
    private int[] key;

    @Override
    public Kernels.Work prepare() {
        plain = new byte[LENGTH];
        secret = new byte[LENGTH];
        key = new int[32];
        for (int i = 0; i < LENGTH; i++) {
            plain[i] = (byte) (i * 31);
        }
        for (int i = 0; i < key.length; i++) {
            key[i] = i * 0x9E3779B9;
        }
        return thread -> {
            for (int i = thread * LENGTH / Kernels.THREADS / 4 * 4; i < (thread + 1) * LENGTH / Kernels.THREADS; i += 4) {
                int word = plain[i] << 24 | (plain[i + 1] & 255) << 16 | (plain[i + 2] & 255) << 8 | plain[i + 3] & 255;
                for (int round = 0; round < 8; round++) {
                    word = Integer.rotateLeft(word ^ key[round * 4 + (word & 3)], 7) * 0x85EBCA6B;
                }
                secret[i] = (byte) (word >>> 24);
                secret[i + 1] = (byte) (word >>> 16);
                secret[i + 2] = (byte) (word >>> 8);
                secret[i + 3] = (byte) word;
            }
        };
    }

    @Override
    public long check() {
        long sum = 0;
        for (byte b : secret) {
            sum += b;
        }
        return sum;
    }
}
