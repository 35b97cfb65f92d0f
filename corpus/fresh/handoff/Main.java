package fresh.handoff;

/** Producers and consumers around a hand-made bounded buffer. Parcels change hands under its monitor. */
public final class Main {
    static final class Parcel {
        int weight;
        String label;
        Parcel next;
    }

    static final class Buffer {
        private final Object[] slots;
        private int head;
        private int tail;
        private int count;

        Buffer(int size) {
            slots = new Object[size];
        }

        synchronized void put(Object item) throws InterruptedException {
            while (count == slots.length) { // safe: under this
                wait();
            }
            slots[tail] = item; // safe: under this
            tail = (tail + 1) % slots.length; // safe: under this
            count++; // safe: under this
            notifyAll();
        }

        Object take() throws InterruptedException {
            synchronized (this) {
                while (isEmpty()) {
                    wait();
                }
                Object item = slots[head]; // safe: under this
                slots[head] = null; // safe: under this
                head = (head + 1) % slots.length; // safe: under this
                count--; // safe: under this
                notifyAll();
                return item;
            }
        }

        private boolean isEmpty() {
            return count == 0; // safe: the caller holds this
        }
    }

    static final class Producer extends Thread {
        private final Buffer buffer;
        private final int amount;
        private int sent;

        Producer(Buffer buffer, int amount) {
            this.buffer = buffer;
            this.amount = amount;
        }

        @Override
        public void run() {
            try {
                for (int i = 1; i <= amount; i++) {
                    Parcel parcel = new Parcel();
                    parcel.label = "p" + i; // safe: before the hand-over
                    parcel.weight = i; // safe: before the hand-over
                    buffer.put(parcel);
                    sent += i; // safe: own field
                }
            } catch (InterruptedException e) {
                interrupt();
            }
        }
    }

    static final class Consumer extends Thread {
        private final Buffer buffer;
        private Parcel kept;
        private int weight;

        Consumer(Buffer buffer) {
            this.buffer = buffer;
        }

        @Override
        public void run() {
            try {
                Object item;
                while ((item = buffer.take()) instanceof Parcel) {
                    Parcel parcel = (Parcel) item;
                    parcel.next = kept; // safe: after the hand-over
                    parcel.label += "!"; // safe: after the hand-over
                    kept = parcel; // safe: own field
                    weight += parcel.weight; // safe: after the hand-over
                }
            } catch (InterruptedException e) {
                interrupt();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Buffer buffer = new Buffer(4);
        Producer[] producers = {new Producer(buffer, 60), new Producer(buffer, 40)};
        Consumer[] consumers = {new Consumer(buffer), new Consumer(buffer), new Consumer(buffer)};
        for (Consumer consumer : consumers) {
            consumer.start();
        }
        for (Producer producer : producers) {
            producer.start();
        }
        int sent = 0;
        for (Producer producer : producers) {
            producer.join();
            sent += producer.sent; // safe: after join
        }
        for (int i = 0; i < consumers.length; i++) {
            buffer.put("end");
        }
        int received = 0;
        int parcels = 0;
        for (Consumer consumer : consumers) {
            consumer.join();
            received += consumer.weight; // safe: after join
            for (Parcel parcel = consumer.kept; parcel != null; parcel = parcel.next) { // safe: after join
                parcels += parcel.label.endsWith("!") ? 1 : 0; // safe: after join
            }
        }
        System.out.println(sent + " " + received + " " + parcels);
    }
}
