package methods;

// Methods by constant names: static, instance, private, inherited, overridden; arguments, results and exceptions.
//= main -> Tool.help
//= main -> Tool.use
//= main -> Better.use
//= main -> Tool.secret
//= main -> Base.inherited
//= never Tool.hidden
//= never Tool.overload1
//= main -> Tool.overload
//= Main.result = Result
//= Tool.given = Gift
//= Tool.receiver = Better
//= Main.boxed = any java/lang/Integer
//= Main.cause = any Broken
//= Main.notFound =
//= edit "use" to "unused"
//= edited never Better.use
//= edited never Tool.use
public class Main {
    static Object result, boxed, cause, notFound;

    public static void main(String[] args) throws Exception {
        Class<?> tool = Tool.class;
        tool.getMethod("help").invoke(null);
        Object gift = new Gift();
        result = tool.getMethod("use", Gift.class).invoke(new Better(), gift);
        tool.getMethod("use", Gift.class).invoke(new Tool(), gift);
        var secret = tool.getDeclaredMethod("secret");
        secret.setAccessible(true);
        secret.invoke(new Tool());
        tool.getMethod("inherited").invoke(new Tool());
        boxed = tool.getMethod("overload", String.class).invoke(new Tool(), args[0]);
        try {
            notFound = tool.getMethod("secret");
        } catch (NoSuchMethodException e) {
            // It is not public.
        }
        try {
            tool.getMethod("fail").invoke(null);
        } catch (java.lang.reflect.InvocationTargetException e) {
            cause = e.getCause();
        }
    }
}

class Gift {}

class Result {}

class Broken extends RuntimeException {}

class Base {
    public void inherited() {}
}

class Tool extends Base {
    static Object given, receiver;

    public static void help() {}

    public Object use(Gift gift) {
        return null;
    }

    private void secret() {}

    public void hidden() {}

    public int overload(String s) {
        return 1;
    }

    public int overload(Gift s) {
        overload1();
        return 1;
    }

    public void overload1() {}

    public static void fail() {
        throw new Broken();
    }
}

class Better extends Tool {
    @Override
    public Object use(Gift gift) {
        given = gift;
        receiver = this;
        return new Result();
    }
}
