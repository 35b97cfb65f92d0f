package registry;

import java.util.HashMap;
import java.util.Map;

/** Handlers by name, some of which fail. */
public class Registry {
    private static final Registry INSTANCE = new Registry();
    private final Map<String, Handler> handlers = new HashMap<>();

    static {
        INSTANCE.handlers.put("echo", new Echo());
        INSTANCE.handlers.put("again", request -> INSTANCE.handle("echo", request));
    }

    Object handle(String name, Object request) {
        Handler handler = handlers.get(name);
        try {
            return handler.handle(request);
        } catch (Refused refused) {
            return refused.reason;
        } finally {
            handlers.remove(name);
        }
    }

    public static void main(String[] args) {
        for (String arg : args) {
            Object answer = INSTANCE.handle(arg, new Request(arg));
            System.out.println("answer: " + answer);
        }
    }
}
