import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;
import java.util.StringJoiner;

/**
 * Calls every public static method of the classes named on the command line with many arguments, and prints a line for
 * each call: {@code Class method descriptor|argument|argument -> result}.
 */
class Driver {
    private static final Object[] BOOLEANS = {false, true};
    private static final Object[] INTS = {0, 1, -1, 2, 5, 7, -13, 22, 100, Integer.MIN_VALUE, Integer.MAX_VALUE};
    private static final Object[] LONGS = {0L, 1L, -1L, 3L, -100L, 1L << 40, Long.MIN_VALUE, Long.MAX_VALUE};
    private static final Object[] FLOATS = {0f, -0f, 1f, -1.5f, 1e10f, Float.MIN_VALUE, Float.NaN,
        Float.NEGATIVE_INFINITY};
    private static final Object[] DOUBLES = {0.0, -0.0, 1.0, -1.5, 1e10, 1e300, Double.NaN, Double.POSITIVE_INFINITY};

    public static void main(String[] classes) throws Exception {
        for (String name : classes) {
            Method[] methods = Class.forName(name).getMethods();
            Arrays.sort(methods, Comparator.comparing(Method::getName).thenComparing(Driver::descriptor));
            for (Method method : methods) {
                if (Modifier.isStatic(method.getModifiers())) {
                    callAll(method, new Object[method.getParameterCount()], 0);
                }
            }
        }
    }

    private static void callAll(Method method, Object[] arguments, int next) throws Exception {
        if (next == arguments.length) {
            call(method, arguments);
            return;
        }
        for (Object value : values(method.getParameterTypes()[next])) {
            arguments[next] = value;
            callAll(method, arguments, next + 1);
        }
    }

    private static Object[] values(Class<?> type) {
        if (type == boolean.class) {
            return BOOLEANS;
        } else if (type == int.class) {
            return INTS;
        } else if (type == long.class) {
            return LONGS;
        } else if (type == float.class) {
            return FLOATS;
        } else if (type == double.class) {
            return DOUBLES;
        }
        throw new IllegalArgumentException("no values of type " + type);
    }

    private static void call(Method method, Object[] arguments) throws Exception {
        StringJoiner line = new StringJoiner("|");
        String owner = method.getDeclaringClass().getName().replace('.', '/');
        line.add(owner + " " + method.getName() + " " + descriptor(method));
        for (Object argument : arguments) {
            line.add(text(argument));
        }
        System.out.println(line + " -> " + result(method, arguments));
    }

    private static String result(Method method, Object[] arguments) throws Exception {
        try {
            return text(method.invoke(null, arguments));
        } catch (InvocationTargetException e) {
            return "throws " + e.getCause().getClass().getName().replace('.', '/');
        }
    }

    /** Numbers with a fraction are shown by their bits: nothing is lost, and every NaN is the same. */
    private static String text(Object value) {
        if (value instanceof Boolean) {
            return (Boolean) value ? "1" : "0";
        } else if (value instanceof Float) {
            return Integer.toHexString(Float.floatToIntBits((Float) value));
        } else if (value instanceof Double) {
            return Long.toHexString(Double.doubleToLongBits((Double) value));
        }
        return String.valueOf(value);
    }

    private static String descriptor(Method method) {
        return MethodType.methodType(method.getReturnType(), method.getParameterTypes()).toMethodDescriptorString();
    }
}
