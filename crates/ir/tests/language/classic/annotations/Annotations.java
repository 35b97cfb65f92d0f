package classic.annotations;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Annotations with elements of every kind, on classes, fields and methods. */
@Annotations.All(number = 1, wide = 2L, fraction = 0.5, flag = true, letter = 'x', text = "t", type = String[].class,
        level = Annotations.Level.HIGH, inner = @Annotations.Small("in"), list = {1, 2, 3})
class Annotations {
    enum Level { LOW, HIGH }

    @interface Small {
        String value() default "";
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface All {
        int number();
        long wide();
        double fraction();
        boolean flag();
        char letter();
        String text();
        Class<?> type();
        Level level();
        Small inner();
        int[] list();
    }

    @Small
    int field;

    @Small("on a method")
    @Deprecated
    void method() {
    }
}
