package driver;

import java.util.List;
import junit.framework.TestCase;
import junit.framework.TestResult;
import junit.framework.TestSuite;

/** Suites of tests that run in a parallel loop, each with a result of its own. */
public final class Main {
    public static void main(String[] args) {
        List<TestSuite> suites = List.of(new TestSuite(Sums.class), new TestSuite(Texts.class));
        long failures = suites.parallelStream().mapToLong(Main::run).sum();
        System.out.println(failures + " failures");
    }

    private static long run(TestSuite suite) {
        TestResult result = new TestResult();
        suite.run(result);
        System.out.println(suite.getName() + ": " + result.runCount());
        return result.failureCount() + result.errorCount();
    }

    /** Tests of numbers. */
    public static final class Sums extends TestCase {
        private int sum;

        @Override
        protected void setUp() {
            sum = 1;
        }

        public void testSum() {
            sum += 2;
            assertEquals(3, sum);
        }

        public void testProduct() {
            sum *= 7;
            assertEquals("a product", 7, sum);
        }
    }

    /** Tests of texts. */
    public static final class Texts extends TestCase {
        public void testLength() {
            assertEquals(3, "abc".length());
            assertTrue("abc".startsWith("a"));
        }

        public void testFailure() {
            assertSame("a", "b");
        }
    }
}
