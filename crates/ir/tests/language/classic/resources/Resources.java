package classic.resources;

/** try-with-resources: one, two, with catch and finally, and a resource that may be null. */
class Resources {
    static class Resource implements AutoCloseable {
        int read() {
            return 1;
        }

        @Override
        public void close() {
        }
    }

    static Resource open() {
        return null;
    }

    static int one() {
        try (Resource resource = new Resource()) {
            return resource.read();
        }
    }

    static int two() {
        int sum = 0;
        try (Resource first = new Resource(); Resource second = open()) {
            sum = first.read() + second.read();
        } catch (IllegalStateException e) {
            sum = -1;
        } finally {
            sum++;
        }
        return sum;
    }
}
