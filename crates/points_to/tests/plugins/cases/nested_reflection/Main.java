package nested_reflection;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;

// Reflection and handles that call reflection and handles, perhaps themselves: the analysis comes to an end.
//= main -> Tool.indirect
//= main -> Tool.grown
//= main -> Tool.invoked
//= Tool.last = Part
//= Tool.taken = Gift
// What comes out of an array may stand in any place; the handle is spurious.
//= Tool.placed = Gift, java/lang/invoke/MethodHandle of Tool.place(Ljava/lang/Object;)V
//= edit "indirect" to "other"
//= edited main -> Tool.other
//= edited never Tool.indirect
public class Main {
    public static void main(String[] args) throws Throwable {
        Method invoke = Method.class.getMethod("invoke", Object.class, Object[].class);
        Object[] any = {Tool.class.getMethod("indirect"), invoke};
        invoke.invoke(any[0], null, new Object[0]);

        MethodHandle grown = MethodHandles.lookup().findStatic(
                Tool.class, "grown", MethodType.methodType(void.class, Object.class, Object.class));
        for (int i = 0; i < 2; i++) {
            grown = grown.bindTo(new Part());
        }
        grown.invoke();

        MethodHandle invoker = MethodHandles.invoker(MethodType.methodType(void.class));
        MethodHandle invoked =
                MethodHandles.lookup().findStatic(Tool.class, "invoked", MethodType.methodType(void.class));
        MethodHandle[] both = {invoker, invoked};
        invoker.invoke(both[1]);

        MethodHandle plain = MethodHandles.lookup().findVirtual(
                MethodHandle.class, "invoke", MethodType.methodType(void.class, Object.class));
        MethodHandle taker = MethodHandles.lookup().findStatic(
                Tool.class, "take", MethodType.methodType(void.class, Object.class));
        plain.invoke(taker, (Object) new Gift());
        MethodHandle placer = MethodHandles.lookup().findStatic(
                Tool.class, "place", MethodType.methodType(void.class, Object.class));
        plain.invokeWithArguments(placer, new Gift());
    }
}

class Part {}

class Gift {}

class Tool {
    static Object last, taken, placed;

    public static void indirect() {}

    public static void other() {}

    static void grown(Object first, Object second) {
        last = second;
    }

    static void invoked() {}

    static void place(Object object) {
        placed = object;
    }

    static void take(Object object) {
        taken = object;
    }
}
