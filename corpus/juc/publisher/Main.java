package juc.publisher;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;

/** Parcels go to a slow subscriber, so that the publisher's buffer grows. */
public final class Main {
    static final int ROUNDS = 300;

    static final class Parcel {
        int number;

        Parcel(int number) {
            this.number = number;
        }
    }

    static final class Reader implements Flow.Subscriber<Parcel> {
        final CountDownLatch isComplete = new CountDownLatch(1);
        Flow.Subscription subscription;
        int next;

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            this.subscription = subscription;
            subscription.request(1);
        }

        @Override
        public void onNext(Parcel parcel) {
            if (parcel.number != next++) { // safe: ordered (false alarm: order through a subscription is not followed)
                throw new AssertionError("a parcel was not seen as it was sent");
            }
            parcel.number = -1; // safe: whoever gets it owns it
            if (next % 64 == 0) {
                Thread.yield();
            }
            subscription.request(1);
        }

        @Override
        public void onError(Throwable cause) {
            cause.printStackTrace();
        }

        @Override
        public void onComplete() {
            isComplete.countDown();
        }
    }

    public static void main(String[] args) throws Exception {
        Reader reader = new Reader();
        try (SubmissionPublisher<Parcel> publisher = new SubmissionPublisher<>()) {
            publisher.subscribe(reader);
            for (int i = 0; i < ROUNDS; i++) {
                publisher.submit(new Parcel(i));
            }
        }
        reader.isComplete.await();
        if (reader.next != ROUNDS) {
            throw new AssertionError("parcels are missing: " + reader.next);
        }
        System.out.println("done");
    }
}
