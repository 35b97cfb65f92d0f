package java16.localtypes;

/** Local enums and interfaces, and static members of inner classes. */
class LocalTypes {
    static int use(String name) {
        enum Size { SMALL, LARGE }
        interface Scaled {
            int scale(int n);
        }
        Scaled scaled = n -> n * 2;
        return scaled.scale(Size.valueOf(name).ordinal());
    }

    class Inner {
        static int counter;

        static int next() {
            return ++counter;
        }
    }
}
