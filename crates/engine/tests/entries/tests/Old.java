import junit.framework.TestCase;

/** JUnit 3: names count. */
public class Old extends TestCase {
    protected void setUp() {
    }

    public void testSum() {
    }

    public void testWith(int parameter) {
    }

    void testHidden() {
    }

    public void helper() {
    }
}
