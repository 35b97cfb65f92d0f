package java25.constructorbody;

/** Statements before `super(…)`: fields are written, and branches taken, on an object without its superclass part. */
class ConstructorBody extends Base {
    private final int size;
    private final String name;

    ConstructorBody(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException();
        }
        int length = 0;
        for (char c : text.toCharArray()) {
            length += c == ' ' ? 0 : 1;
        }
        this.size = length;
        name = text;
        super(length);
    }

    ConstructorBody(int size) {
        String text;
        try {
            text = Integer.toString(100 / size);
        } catch (ArithmeticException e) {
            text = "none";
        }
        this(text);
    }

    @Override
    int describe() {
        return size;
    }
}

class Base {
    final int described;

    Base(int length) {
        described = describe() + length;
    }

    int describe() {
        return 0;
    }
}
