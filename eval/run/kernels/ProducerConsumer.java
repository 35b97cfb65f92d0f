package kernels;

/** Parcels through a bounded buffer with wait and notify. */
final class ProducerConsumer implements Kernels.Kernel {
    private static final int COUNT = 60_000;

    static final class Parcel {
        int number;
        long weight;
    }

    private final Parcel[] buffer = new Parcel[64];
    private int first;
    private int count;
    private long sum;

    private synchronized void put(Parcel parcel) throws InterruptedException {
        while (count == buffer.length) {
            wait();
        }
        buffer[(first + count++) % buffer.length] = parcel;
        notifyAll();
    }

    private synchronized Parcel take() throws InterruptedException {
        while (count == 0) {
            wait();
        }
        Parcel parcel = buffer[first];
        first = (first + 1) % buffer.length;
        count--;
        notifyAll();
        return parcel;
    }

    @Override
    public Kernels.Work prepare() {
        sum = 0;
        return thread -> {
            for (int i = 0; i < COUNT; i++) {
                if (thread == 0) {
                    Parcel parcel = new Parcel();
                    parcel.number = i;
                    parcel.weight = 2L * i;
                    put(parcel);
                } else {
                    Parcel parcel = take();
                    sum += parcel.weight - parcel.number;
                }
            }
        };
    }

    @Override
    public long check() {
        return sum;
    }
}
