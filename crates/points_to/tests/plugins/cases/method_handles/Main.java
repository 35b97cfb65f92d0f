package method_handles;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

// Method handles: looked up, taken from members, bound, called.
//= main -> Tool.use
//= main -> Better.use
//= main -> Tool.help
//= main -> Tool.<init>
//= main -> Better.base
//= main -> Tool.wrapped
//= never Tool.never
//= never Better.exact
//= Better.callExact -> Tool.exact
//= Tool.given = Gift
//= Tool.wide = Wide
//= Tool.boundTo = Better
//= Tool.bound = Wide
//= Main.result = Gift
//= Main.made = Tool
//= Main.read = Gift
//= Tool.part = Wide
//= Main.partRead = Wide
//= Main.listed = Gift
//= Main.joined = Gift, Wide
//= edit findVirtual(Tool.class, "use" to findVirtual(Tool.class, "unused"
//= edited never Tool.use
//= edited never Better.use
//= edited Main.result =
public class Main {
    static Object result, made, read, partRead, listed, joined;

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodType type = MethodType.methodType(Object.class, Gift.class);
        MethodHandle use = lookup.findVirtual(Tool.class, "use", type);
        result = use.invoke(new Tool(), new Gift());
        use.invoke(new Better(), new Gift());
        MethodHandle help = lookup.findStatic(Tool.class, "help", MethodType.methodType(void.class, Wide.class));
        help.invokeExact(new Wide());
        made = lookup.findConstructor(Tool.class, MethodType.methodType(void.class)).invoke();
        Better.base();

        Tool tool = new Tool();
        lookup.findSetter(Tool.class, "field", Object.class).invoke(tool, new Gift());
        read = lookup.findGetter(Tool.class, "field", Object.class).invoke(tool);
        lookup.findStaticSetter(Tool.class, "part", Object.class).invoke(new Wide());
        partRead = lookup.findStaticGetter(Tool.class, "part", Object.class).invoke();

        MethodHandle wrapped = lookup.unreflect(Tool.class.getDeclaredMethod("wrapped"));
        wrapped.invoke(tool);

        MethodHandle bound = lookup.findVirtual(Tool.class, "bind", MethodType.methodType(void.class, Wide.class));
        bound.bindTo(new Better()).invoke(new Wide());
        listed = lookup.findStatic(Tool.class, "same", type).invokeWithArguments(new Gift());
        joined = lookup.findStatic(Tool.class, "any", MethodType.methodType(Object.class, Object[].class))
                .invoke(new Gift(), new Wide());
        Better.callExact();
    }
}

class Gift {}

class Wide {}

class Tool {
    static Object given, wide, boundTo, bound, part;
    Object field;

    Object use(Gift gift) {
        given = gift;
        return gift;
    }

    Object use(Gift gift, Object more) {
        never();
        return more;
    }

    static void help(Wide wide) {
        Tool.wide = wide;
    }

    void exact() {}

    void wrapped() {}

    static void never() {}

    void bind(Wide wide) {
        boundTo = this;
        bound = wide;
    }

    static Object same(Gift gift) {
        return gift;
    }

    static Object any(Object... all) {
        return all[0];
    }
}

class Better extends Tool {
    @Override
    Object use(Gift gift) {
        return null;
    }

    static void base() {}

    @Override
    void exact() {}

    static void callExact() throws Throwable {
        MethodHandles.lookup().findSpecial(Tool.class, "exact", MethodType.methodType(void.class), Better.class).invoke(new Better());
    }
}
