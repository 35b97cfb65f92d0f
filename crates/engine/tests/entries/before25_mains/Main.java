/** Not static, not public, no arguments: before Java 25 a JVM calls none of them, unless somebody names the class. */
class Old {
    void main() {
    }
}

class Hidden {
    static void main(String[] args) {
    }
}

public class Main {
    public static void main(String[] args) {
    }
}
