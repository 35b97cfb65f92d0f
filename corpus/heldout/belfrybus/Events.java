package heldout.belfrybus;

final class Events {
    private Events() {
    }

    static final class Chime {
        final int hour;

        Chime(int hour) {
            this.hour = hour;
        }
    }

    static final class Maintenance {
        private String note;

        Maintenance withNote(String text) {
            note = text; // safe: before the event is published
            return this;
        }

        String note() {
            return note; // safe: not changed after publishing
        }
    }

    static final class Visitor {
        final String name;

        Visitor(String name) {
            this.name = name;
        }
    }
}
