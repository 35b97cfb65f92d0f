package heldout.repro;

import java.util.ArrayList;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.List;

/** Reproduces a sporadic failure of the audit log when it is printed during heavy use. */
public class Main {

    static final List<String> audit = Collections.synchronizedList(new ArrayList<>());
    static final List<String> errors = Collections.synchronizedList(new ArrayList<>());
    static int dumps;
    static boolean failed;

    static int dump() {
        int chars = 0;
        dumps++; // safe: only main calls dump()
        for (String line : audit) { // race:audit
            chars += line.length();
        }
        synchronized (errors) {
            for (String e : errors) { // safe: walked under the list's own monitor
                chars += e.length();
            }
        }
        return chars;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            for (int i = 0; i < 2000; i++) {
                audit.add("login " + i); // race:audit
                if (i % 100 == 0) {
                    errors.add("bad password " + i); // safe: reader holds the same monitor
                }
                if (failed) { // race:failed
                    break;
                }
            }
        });
        writer.start();
        try {
            for (int i = 0; i < 50; i++) {
                dump();
            }
        } catch (ConcurrentModificationException e) {
            failed = true; // race:failed
        }
        writer.join();
        System.out.println("failed=" + failed + " dumps=" + dumps + " lines=" + audit.size()); // safe: after join
    }
}
