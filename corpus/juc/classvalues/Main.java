package juc.classvalues;

/** What a ClassValue computes in one thread is seen by the others, who find it without a lock. */
public final class Main {
    static final int ROUNDS = 100;

    static final class Parcel {
        int number;
        int[] more;

        Parcel(int number) {
            this.number = number;
            more = new int[] {number};
        }
    }

    static ClassValue<Parcel> values() {
        return new ClassValue<>() {
            @Override
            protected Parcel computeValue(Class<?> type) {
                return new Parcel(type.getName().length());
            }
        };
    }

    public static void main(String[] args) throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            ClassValue<Parcel> values = values();
            Runnable reader = () -> {
                for (Class<?> type : new Class<?>[] {String.class, Integer.class, Main.class}) {
                    Parcel parcel = values.get(type);
                    if (parcel.number != type.getName().length() || parcel.more[0] != parcel.number) {
                        throw new AssertionError("a parcel was not seen as it was made");
                    }
                }
            };
            Thread other = new Thread(reader);
            other.start();
            reader.run();
            other.join();
        }
        System.out.println("done");
    }
}
