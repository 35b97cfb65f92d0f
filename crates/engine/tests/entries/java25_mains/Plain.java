/** Since Java 25 a main method may be an instance method, without arguments, and not public. */
class Plain {
    void main() {
    }
}

class WithArguments {
    static void main(String[] args) {
    }

    void main() {
    }
}

/** Nobody can make one. */
class Hidden {
    private Hidden() {
    }

    void main() {
    }
}

abstract class Unfinished {
    void main() {
    }
}

class Finished extends Unfinished {
}
