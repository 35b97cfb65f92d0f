// Text from objects: concatenation, String.valueOf, StringBuilder, String.format with toString and with Formattable,
// String.join, a PrintStream, an exception's message, and a collection that prints its elements.
package callgraph.concat;

import java.util.ArrayList;
import java.util.Formattable;
import java.util.Formatter;
import java.util.List;
import java.util.Objects;

public class Main {
    public static void main(String[] args) {
        System.out.println("concatenated " + new Concatenated() + 1);
        String text = "";
        text += new Appended();
        System.out.println(text);
        System.out.println(new StringBuilder().append(new Built()).append(String.valueOf(new Valued())));
        System.out.println(new Printed());
        System.out.println(String.format("%s and %5d", new Formatted(), 3));
        System.out.printf("%S%n", new Custom());
        List<Object> list = new ArrayList<>(List.of(new Listed()));
        System.out.println(list + " " + Objects.toString(new Checked()));
        System.out.println(String.join(",", new Joined(3), "end"));
        try {
            throw new IllegalStateException("caused by " + new Thrown());
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        Object silent = new Silent();
        System.out.println(silent != null);
    }
}

class Concatenated {
    @Override
    public String toString() {
        return "A";
    }
}

class Appended {
    @Override
    public String toString() {
        return "B";
    }
}

class Built {
    @Override
    public String toString() {
        return "C";
    }
}

class Valued {
    @Override
    public String toString() {
        return "D";
    }
}

class Printed {
    @Override
    public String toString() {
        return part() + part();
    }

    private String part() {
        return "E";
    }
}

class Formatted {
    @Override
    public String toString() {
        return "F";
    }
}

class Custom implements Formattable {
    @Override
    public void formatTo(Formatter formatter, int flags, int width, int precision) {
        formatter.format("g%d", flags);
    }

    @Override
    public String toString() {
        return "not used";
    }
}

class Listed {
    @Override
    public String toString() {
        return "H";
    }
}

class Checked {
    @Override
    public String toString() {
        return "I";
    }
}

class Joined implements CharSequence {
    private final int length;

    Joined(int length) {
        this.length = length;
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public char charAt(int index) {
        return 'j';
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return new Joined(end - start);
    }

    @Override
    public String toString() {
        return "J".repeat(length());
    }
}

class Thrown {
    @Override
    public String toString() {
        return "K";
    }
}

class Silent {
    @Override
    public String toString() {
        return "never";
    }
}
