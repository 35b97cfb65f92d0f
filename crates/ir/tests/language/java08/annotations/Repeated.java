package java08.annotations;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Target;
import java.util.List;

/** Repeated annotations, annotations of types, of parameters. */
@Repeated.Note("first")
@Repeated.Note("second")
class Repeated<@Repeated.OnType T> {
    @Repeatable(Notes.class)
    @interface Note {
        String value();
    }

    @interface Notes {
        Note[] value();
    }

    @Target({ElementType.TYPE_USE, ElementType.TYPE_PARAMETER})
    @interface OnType { }

    @OnType String field;

    int method(@Deprecated List<@OnType String> texts) throws @OnType RuntimeException {
        @OnType Object local = texts;
        return ((@OnType List<?>) local).size();
    }
}
