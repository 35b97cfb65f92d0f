package proxies;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

// A proxy passes all calls on to its handler, which passes them on to what it stands for.
//= main -> Logger.invoke
//= Logger.invoke -> Real.greet
//= Logger.invoke -> Real.leave
//= Main.greeting = Greeting
//= Logger.arguments = Guest
//= Logger.proxy = proxy of Speaker
//= Main.handler = Logger
//= Main.viaObject = any java/lang/String
//= edit new Class<?>[] {Speaker.class} to new Class<?>[] {}
//= edited never Logger.invoke
//= edited Main.greeting =
public class Main {
    static Object greeting, handler, viaObject;

    public static void main(String[] args) {
        Object made = Proxy.newProxyInstance(
                Main.class.getClassLoader(), new Class<?>[] {Speaker.class}, new Logger(new Real()));
        Speaker speaker = (Speaker) made;
        greeting = speaker.greet(new Guest());
        speaker.leave();
        viaObject = made.toString();
        handler = Proxy.getInvocationHandler(made);
    }
}

class Guest {}

class Greeting {}

interface Speaker {
    Greeting greet(Guest guest);

    default void leave() {}
}

class Real implements Speaker {
    @Override
    public Greeting greet(Guest guest) {
        return new Greeting();
    }

    @Override
    public void leave() {}
}

class Logger implements InvocationHandler {
    static Object arguments, proxy;
    private final Object target;

    Logger(Object target) {
        this.target = target;
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] args) throws Throwable {
        Logger.proxy = proxy;
        arguments = args == null ? arguments : args[0];
        return method.invoke(target, args);
    }
}
