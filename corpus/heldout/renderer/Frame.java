package heldout.renderer;

/** A picture that is built by one thread and not changed afterwards. */
final class Frame {
    private final int number;
    private final int[] pixels;
    private final String caption;

    private Frame(Builder builder) {
        number = builder.number;
        pixels = builder.pixels.clone();
        caption = builder.caption.toString();
    }

    int checksum() {
        int sum = number + caption.length();
        for (int pixel : pixels) { // safe: a copy that nobody changes
            sum += pixel;
        }
        return sum;
    }

    /** A defensive copy. */
    int[] pixels() {
        return pixels.clone(); // safe: a copy that nobody changes
    }

    static final class Builder {
        private final int[] pixels = new int[16];
        private final StringBuilder caption = new StringBuilder(64);
        private int number;

        Builder number(int value) {
            number = value; // safe: each builder belongs to one thread at a time
            return this;
        }

        Builder pixel(int index, int value) {
            pixels[index] = value; // safe: each builder belongs to one thread at a time
            return this;
        }

        Builder caption(String text) {
            caption.setLength(0); // safe: each builder belongs to one thread at a time
            caption.append(text); // safe: as above
            return this;
        }

        Frame build() {
            return new Frame(this);
        }
    }
}
