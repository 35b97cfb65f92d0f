package heldout.robots;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

final class Protocol {
    final ReentrantLock lock = new ReentrantLock();
    final List<Integer> broken = Collections.synchronizedList(new ArrayList<>());
    int handled;
    int failures;
}
