package classic.inner;

/** Member, static nested, local and anonymous classes, and what they capture. */
class Inner {
    int field = 1;

    class Member {
        int twice() {
            return field + Inner.this.field;
        }

        class Deeper {
            int all() {
                return twice() + field;
            }
        }
    }

    static class Nested {
        int own;
    }

    Member make() {
        return this.new Member();
    }

    static Member.Deeper deep(Inner outer) {
        return outer.new Member().new Deeper();
    }

    Runnable anonymous(final int captured, final long[] counter) {
        return new Runnable() {
            int runs = captured;

            @Override
            public void run() {
                runs++;
                counter[0] += captured + field;
            }
        };
    }

    static int local(int captured) {
        class Local {
            int get() {
                return captured;
            }

            Local again() {
                return new Local();
            }
        }
        return new Local().again().get();
    }

    Object initialised() {
        return new Nested() {
            {
                own = 3;
            }
        };
    }
}
