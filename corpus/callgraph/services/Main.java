// ServiceLoader: META-INF/services names two providers, which only the library makes; a third implementation exists and is
// not named.
package callgraph.services;

import java.util.ServiceLoader;

public class Main {
    public static void main(String[] args) {
        for (Codec codec : ServiceLoader.load(Codec.class)) {
            String coded = codec.encode("service");
            System.out.println(codec.name() + " " + coded + " " + codec.decode(coded));
        }
        System.out.println(ServiceLoader.load(Codec.class).stream().map(ServiceLoader.Provider::type)
                .filter(type -> type == Rotate.class).count());
    }
}
