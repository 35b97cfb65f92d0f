import java.util.ServiceLoader;

/** Providers of a service, named by a file on the class path. */
public class Formats {
    public interface Format {
        String write(Object value);
    }

    public static class Plain implements Format {
        public Plain() {
            prepare();
        }

        void prepare() {
        }

        public String write(Object value) {
            return "plain";
        }
    }

    /** No provider. */
    public static class Other implements Format {
        public String write(Object value) {
            return "other";
        }
    }

    public static void main(String[] args) {
        for (Format format : ServiceLoader.load(Format.class)) {
            format.write(args);
        }
    }
}
