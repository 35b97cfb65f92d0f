package java21.sequenced;

import java.util.List;
import java.util.SequencedCollection;

/** Methods that the library got late: calls name the static type of the receiver. */
class Sequenced {
    static String ends(List<String> list, SequencedCollection<String> sequence) {
        list.addFirst(sequence.getLast());
        return sequence.reversed().getFirst();
    }

    static void virtual(Runnable task) throws InterruptedException {
        Thread.startVirtualThread(task).join();
    }
}
