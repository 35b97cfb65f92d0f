package heldout.probekit;

import java.util.ArrayList;
import java.util.List;

/** Base class of all checks, in the manner of old unit test libraries. */
public abstract class Probe {
    private final String title;
    private final List<String> remarks = new ArrayList<>();
    protected int assertions;

    protected Probe(String title) {
        this.title = title;
    }

    public String title() {
        return title;
    }

    protected void setUp() throws Exception {
    }

    protected abstract void check() throws Exception;

    protected void tearDown() {
    }

    protected void expect(boolean condition, String remark) {
        assertions++; // safe: a probe is run by one worker
        if (!condition) {
            remarks.add(remark); // safe: a probe is run by one worker
        }
    }

    public final Verdict execute() {
        try {
            setUp();
            check();
        } catch (Exception e) {
            remarks.add(e.getClass().getSimpleName()); // safe: a probe is run by one worker
        } finally {
            tearDown();
        }
        return new Verdict(title, assertions, List.copyOf(remarks)); // safe: a probe is run by one worker
    }

    public record Verdict(String title, int assertions, List<String> remarks) {
        boolean green() {
            return remarks.isEmpty();
        }
    }
}
