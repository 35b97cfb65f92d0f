package lookups;

import java.lang.invoke.MethodHandles;

// A lookup knows the class that asked for it, also from inside of a summary.
//= Main.here = class Main
//= Main.there = class Elsewhere
//= Main.inside = class Elsewhere
//= edit MethodHandles.lookup().lookupClass() to MethodHandles.privateLookupIn(Elsewhere.class, MethodHandles.lookup()).lookupClass()
//= edited Main.here = class Elsewhere
public class Main {
    static Object here, there, inside;

    public static void main(String[] args) throws Exception {
        here = MethodHandles.lookup().lookupClass();
        there = Elsewhere.ask().lookupClass();
        inside = Elsewhere.ask().in(Elsewhere.class).lookupClass();
    }
}

class Elsewhere {
    static MethodHandles.Lookup ask() {
        return MethodHandles.lookup();
    }
}
