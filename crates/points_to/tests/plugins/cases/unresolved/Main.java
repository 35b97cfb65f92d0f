package unresolved;

// Names that are known only when the program runs: each call that depends on one is counted.
//= arguments unresolved.Known run
//= main -> Known.<init>
//= Main.made = Known
//= Main.name = any java/lang/String
//= unresolved 1 a class by a name that is no constant
//= unresolved 1 an object of a class that is not known
//= unresolved 2 members of a class that is not known
//= unresolved 1 a member by a name that is no constant
//= unresolved 2 a member that is not known
//= unresolved 1 providers of a service that is not known
//= edit Class.forName(args[0]) to Class.forName("unresolved.Known")
//= edited main -> Known.run
//= edited Main.made = Known
public class Main {
    static Object made, name;

    @SuppressWarnings("deprecation")
    public static void main(String[] args) throws Exception {
        Class<?> type = Class.forName(args[0]);
        name = type.getName();
        made = type.newInstance();
        made = new Known();
        type.getMethod("run").invoke(made);
        Known.class.getMethod(args[1]).invoke(made);
        type.getSuperclass().getDeclaredFields();
        java.util.ServiceLoader.load(type);
    }
}

class Known {
    public void run() {}
}
