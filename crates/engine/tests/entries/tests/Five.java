import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** JUnit 5: parameters, an annotation of the project's own, tests in an interface. */
class Five implements Contract {
    Five(StringBuilder injected) {
    }

    @BeforeEach
    void each() {
    }

    @Fast
    void composed() {
    }

    @ParameterizedTest
    @MethodSource("numbers")
    void parameters(String text, int number) {
    }

    static List<Object> numbers() {
        return List.of();
    }

    @AfterAll
    static void last() {
    }
}

@Test
@Retention(RetentionPolicy.RUNTIME)
@interface Fast {
}

interface Contract {
    @Test
    default void keepsContract() {
    }
}
