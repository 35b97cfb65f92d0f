package services;

import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

// Providers that META-INF names: made by their constructor, or by a static method.
//= main -> Fast.<init>
//= main -> Fast.work
//= main -> Factory.provider
//= main -> Made.work
//= never Unlisted.<init>
//= Main.found = Fast, Made
//= unresolved 1 the service provider services.Missing
//= edit ServiceLoader.load(Engine.class) to ServiceLoader.load(Other.class)
//= edited never Fast.<init>
//= edited Main.found =
public class Main {
    static Object found;

    public static void main(String[] args) {
        var engines = ServiceLoader.load(Engine.class).iterator();
        for (int i = 0; i < 3; i++) {
            try {
                found = engines.next();
                ((Engine) found).work();
            } catch (ServiceConfigurationError e) {
                // Outside of modules nobody asks the factory, and one is missing.
            }
        }
    }
}

interface Engine {
    void work();
}

interface Other {}

class Factory {
    private Factory(int number) {}

    public static Engine provider() {
        return new Made();
    }
}

class Made implements Engine {
    @Override
    public void work() {}
}

class Unlisted implements Engine {
    @Override
    public void work() {}
}
