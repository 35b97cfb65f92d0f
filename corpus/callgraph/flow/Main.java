// Reactive streams of java.util.concurrent.Flow: a publisher of the library, a processor between, and a subscriber, whose
// methods are called on threads of the publisher's executor.
package callgraph.flow;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.function.Function;

public class Main {
    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        SubmissionPublisher<String> publisher = new SubmissionPublisher<>(pool, 8);
        Mapper<String, Integer> lengths = new Mapper<>(pool, Main::measure);
        Collecting collecting = new Collecting();
        lengths.subscribe(collecting);
        publisher.subscribe(lengths);
        for (String word : List.of("a", "bb", "ccc")) {
            publisher.submit(word);
        }
        publisher.close();
        System.out.println(collecting.result());
        pool.shutdown();
    }

    private static int measure(String text) {
        return text.length() * 10;
    }
}

class Mapper<A, B> extends SubmissionPublisher<B> implements Flow.Processor<A, B> {
    private final Function<A, B> function;
    private Flow.Subscription subscription;

    Mapper(ExecutorService pool, Function<A, B> function) {
        super(pool, 8);
        this.function = function;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        this.subscription = subscription;
        subscription.request(1);
    }

    @Override
    public void onNext(A item) {
        submit(function.apply(item));
        subscription.request(1);
    }

    @Override
    public void onError(Throwable failure) {
        closeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        close();
    }
}

class Collecting implements Flow.Subscriber<Integer> {
    private final List<Integer> items = new ArrayList<>();
    private final CountDownLatch done = new CountDownLatch(1);

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(Integer item) {
        items.add(item);
    }

    @Override
    public void onError(Throwable failure) {
        finish();
    }

    @Override
    public void onComplete() {
        finish();
    }

    private void finish() {
        done.countDown();
    }

    List<Integer> result() throws InterruptedException {
        done.await();
        return items;
    }
}
