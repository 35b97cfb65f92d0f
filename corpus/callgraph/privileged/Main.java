// AccessController.doPrivileged, which newer JDKs keep for old programs: the action is called at once, its checked
// exception comes back wrapped.
package callgraph.privileged;

import java.security.AccessController;
import java.security.PrivilegedAction;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;

@SuppressWarnings("removal")
public class Main {
    public static void main(String[] args) {
        System.out.println(AccessController.doPrivileged(new Property("no.such.property")));
        String lambda = AccessController.doPrivileged((PrivilegedAction<String>) Main::secret);
        System.out.println(lambda);
        try {
            AccessController.doPrivileged(new Failing());
        } catch (PrivilegedActionException e) {
            System.out.println(e.getException().getMessage());
        }
        System.out.println(nested(3));
    }

    private static String secret() {
        return "secret";
    }

    private static int nested(int depth) {
        if (depth == 0) {
            return 0;
        }
        return 1 + AccessController.doPrivileged(new PrivilegedAction<Integer>() {
            @Override
            public Integer run() {
                return nested(depth - 1);
            }
        });
    }
}

class Property implements PrivilegedAction<String> {
    private final String name;

    Property(String name) {
        this.name = name;
    }

    @Override
    public String run() {
        return System.getProperty(name, fallback());
    }

    private String fallback() {
        return "nothing for " + name;
    }
}

class Failing implements PrivilegedExceptionAction<Void> {
    @Override
    public Void run() throws Exception {
        throw new java.io.IOException("refused");
    }
}
