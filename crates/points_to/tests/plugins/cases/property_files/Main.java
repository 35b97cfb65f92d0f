package property_files;

// A class is asked for by a name that is no constant: it may be one that a property file of the program names.
//= arguments property_files.Pump
//= main -> Pump.<clinit>
//= main -> Pump.<init>
//= main -> Valve.<init>
//= never Tank.<init>
//= Main.made = Pump, Valve
//= unresolved 1 a class by a name that is no constant
//= unresolved 1 an object of a class that is not known
//= edit class Absent to class Spare
//= edited main -> Spare.<init>
//= edited Main.made = Pump, Valve, Spare
public class Main {
    static Object made;

    @SuppressWarnings("deprecation")
    public static void main(String[] args) throws Exception {
        made = Class.forName(args[0]).newInstance();
    }
}

class Pump {
    static int count = 1;

    static {
        count++;
    }
}

class Valve {}

class Tank {}

class Absent {}
