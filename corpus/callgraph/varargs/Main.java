// Overloads: the compiler chooses by static types, boxes and wraps arguments into arrays, and calls by signature. The
// same name is called many times and means another method each time.
package callgraph.varargs;

public class Main {
    public static void main(String[] args) {
        System.out.println(pick(1) + pick(1L) + pick('c') + pick(1.5f));
        Object hidden = "text";
        System.out.println(pick("text") + pick(hidden) + pick(Integer.valueOf(3)) + pick((Object) null));
        System.out.println(sum() + " " + sum(1) + " " + sum(1, 2) + " " + sum(1, 2, 3) + " " + sum(new int[] {4, 5}));
        System.out.println(join("-", "a", 2, new Tag("t")));
        Printer printer = new FancyPrinter();
        System.out.println(printer.print(new Tag("x")) + printer.print("y"));
        System.out.println(new FancyPrinter().print(new Tag("z")));
    }

    static String pick(int value) {
        return "int ";
    }

    static String pick(long value) {
        return "long ";
    }

    static String pick(double value) {
        return "double ";
    }

    static String pick(Integer value) {
        return "Integer ";
    }

    static String pick(Object value) {
        return "Object ";
    }

    static String pick(String value) {
        return "String ";
    }

    static int sum(int first, int second) {
        return first + second;
    }

    static int sum(int... numbers) {
        int total = 1000;
        for (int number : numbers) {
            total = sum(total, number);
        }
        return total;
    }

    static String join(String separator, Object... parts) {
        StringBuilder text = new StringBuilder();
        for (Object part : parts) {
            text.append(separator).append(part);
        }
        return text.toString();
    }
}

record Tag(String name) {
    @Override
    public String toString() {
        return "<" + name + ">";
    }
}

class Printer {
    String print(Object thing) {
        return "plain " + thing + " ";
    }
}

class FancyPrinter extends Printer {
    @Override
    String print(Object thing) {
        return "fancy " + super.print(thing);
    }

    // An overload, invisible for who holds a Printer.
    String print(Tag tag) {
        return "tag " + tag.name();
    }
}
