import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** TestNG: tests by annotated methods. */
public class Ng {
    @DataProvider
    public Object[][] numbers() {
        return new Object[][] {{1}, {2}};
    }

    @BeforeMethod
    public void each() {
    }

    @Test
    public void own() {
    }

    public void helper() {
    }

    @AfterClass
    public void clean() {
    }
}

/** All public methods of the class are tests. */
@Test
class Whole {
    public void one() {
    }

    public void two() {
    }

    void helper() {
    }

    public static void never() {
    }
}
