import org.junit.After;
import org.junit.Before;
import org.junit.BeforeClass;
import org.junit.Test;

/** JUnit 4, with tests in an abstract class. */
public class Four extends Shared {
    @BeforeClass
    public static void once() {
    }

    @Test
    public void own() {
    }

    /** Overridden without the annotation: no test any more. */
    public void overridden() {
    }
}

abstract class Shared {
    @Before
    public void each() {
    }

    @Test
    public void inherited() {
    }

    @Test
    public void overridden() {
    }

    @After
    public void clean() {
    }
}
