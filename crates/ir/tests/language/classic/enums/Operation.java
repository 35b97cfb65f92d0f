package classic.enums;

/** An enum with a field, an abstract method and bodies of constants. */
enum Operation {
    PLUS("+") {
        @Override
        int apply(int a, int b) {
            return a + b;
        }
    },
    TIMES("*") {
        @Override
        int apply(int a, int b) {
            return a * b;
        }
    };

    final String sign;

    Operation(String sign) {
        this.sign = sign;
    }

    abstract int apply(int a, int b);

    static Operation of(String sign) {
        for (Operation operation : values()) {
            if (operation.sign.equals(sign)) {
                return operation;
            }
        }
        return valueOf(sign);
    }
}
