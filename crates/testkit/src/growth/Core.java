package gen.core;

import java.util.ArrayList;
import java.util.List;

/** What all modules of a generated program share. */
public abstract class Entity {
    private final int id;
    private String note = "";

    protected Entity(int id) {
        this.id = id;
    }

    public final int id() {
        return id;
    }

    public String note() {
        return note;
    }

    public void note(String text) {
        note = text;
    }

    public abstract void accept(Visitor visitor);

    @Override
    public boolean equals(Object other) {
        return other instanceof Entity && ((Entity) other).id == id;
    }

    @Override
    public int hashCode() {
        return id;
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + id;
    }

    /** Sees the entities of a module. */
    public interface Visitor {
        void visit(Entity entity);
    }

    /** A visitor that keeps what it saw. */
    public static final class Collecting implements Visitor {
        private final List<Entity> seen = new ArrayList<>();

        @Override
        public void visit(Entity entity) {
            if (seen.size() < 8) {
                seen.add(entity);
            }
        }

        public int count() {
            return seen.size();
        }
    }
}
