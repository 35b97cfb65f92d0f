// java.lang.reflect.Proxy: one handler stands behind two interfaces, another is a lambda, a third forwards to a real
// object. The class of a proxy is made at run time, so its calls come from outside of the application.
package callgraph.proxies;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

public class Main {
    public static void main(String[] args) {
        Recorder recorder = new Recorder();
        Object both = Proxy.newProxyInstance(loader(), new Class<?>[] {Reader.class, Writer.class}, recorder);
        ((Writer) both).write("first", 1);
        System.out.println(((Reader) both).read());
        System.out.println(both.toString() + " " + recorder.calls());

        Reader constant = (Reader) Proxy.newProxyInstance(loader(), new Class<?>[] {Reader.class},
                (proxy, method, arguments) -> method.getName() + " " + answer());
        System.out.println(constant.read());

        Writer traced = Tracing.around(new Console(), Writer.class);
        traced.write("traced", 2);
        try {
            traced.write(null, 0);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }

    private static ClassLoader loader() {
        return Main.class.getClassLoader();
    }

    private static int answer() {
        return 42;
    }
}

interface Reader {
    String read();
}

interface Writer {
    void write(String text, int times);
}

class Recorder implements InvocationHandler {
    private final StringBuilder calls = new StringBuilder();

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) {
        calls.append(method.getName()).append(' ');
        return method.getReturnType() == String.class ? result(method) : null;
    }

    private String result(Method method) {
        return "result of " + method.getName();
    }

    String calls() {
        return calls.toString().trim();
    }
}

class Console implements Writer {
    @Override
    public void write(String text, int times) {
        if (text == null) {
            throw new IllegalArgumentException("no text");
        }
        System.out.println(text.repeat(times));
    }
}

class Tracing implements InvocationHandler {
    private final Object target;

    private Tracing(Object target) {
        this.target = target;
    }

    static <T> T around(T target, Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, new Tracing(target)));
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        System.out.println("enter " + method.getName());
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
