package logged;

// What the user knows: the log names the targets of calls that are not constants.
//= arguments logged.Pump start valve logged.Pump
//= main -> Pump.<init>
//= main -> Pump.start
//= main -> Pump.stop
//= Main.made = Pump
//= Main.read = Valve
//= Main.array = Pump[]
//= Pump.started = Valve
//= other -> Tank.<init>
//= unresolved 1 an object of a class that is not known
//= unresolved 1 a class by a name that is no constant
//= edit type = Class.forName(args[0]) to type = Class.forName("logged.Tank")
//= edited Main.made = Tank
public class Main {
    static Object made, read, array;

    @SuppressWarnings("deprecation")
    public static void main(String[] args) throws Exception {
        Class<?> type;
        type = Class.forName(args[0]);
        made = type.newInstance();
        Pump.class.getMethod(args[1], Valve.class).invoke(new Pump(), new Valve());
        Pump.class.getDeclaredMethod("stop").invoke(new Pump());
        Pump pump = new Pump();
        pump.valve = new Valve();
        read = Pump.class.getField(args[2]).get(pump);
        array = java.lang.reflect.Array.newInstance(other(args[3]), 1);
    }

    @SuppressWarnings("deprecation")
    static Class<?> other(String name) throws Exception {
        // Not in the log: another method has a line for the same call.
        Class<?> unknown = Class.forName(name);
        unknown.newInstance();
        Tank.class.getConstructors()[0].newInstance();
        return unknown;
    }
}

class Valve {}

class Tank {
    public Tank() {}
}

class Pump {
    static Object started;
    public Object valve;

    public Pump() {}

    public void start(Valve valve) {
        started = valve;
    }

    public void stop() {}
}
