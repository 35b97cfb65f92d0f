package runtime.inherited;

/** Its fields are used by a subclass and by strangers, through references that name the subclass. */
class Base {
    protected int level;
    volatile int published;
    protected long wide;
}
