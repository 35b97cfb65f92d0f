package record_components;

import java.lang.reflect.RecordComponent;

// The components of a record lead to the methods that read them. Which method is whose is not known, so that those that every
// record has seem to be called, too.
//= main -> Point.x
//= Main.read = Mark, any java/lang/Boolean, any java/lang/Integer, any java/lang/String
public class Main {
    static Object read;

    public static void main(String[] args) throws Exception {
        Point point = new Point(new Mark());
        for (RecordComponent component : point.getClass().getRecordComponents()) {
            read = component.getAccessor().invoke(point);
        }
    }
}

record Point(Object x) {}

class Mark {}
