// Enums with bodies for their constants, constructors, an abstract method, an interface, a static map filled by the class
// initialiser, switches (which need a helper class for the order of the constants), EnumMap and EnumSet.
package callgraph.enums;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntBinaryOperator;

public class Main {
    public static void main(String[] args) {
        for (Operation operation : Operation.values()) {
            System.out.println(operation + " " + operation.applyAsInt(7, 3) + " " + operation.symbol());
        }
        System.out.println(Operation.of('*').name());
        System.out.println(Operation.valueOf("MINUS").applyAsInt(1, 2));

        Map<Level, Integer> counts = new EnumMap<>(Level.class);
        for (Level level : EnumSet.range(Level.LOW, Level.HIGH)) {
            counts.merge(level.next(), cost(level), Integer::sum);
        }
        System.out.println(counts);
    }

    private static int cost(Level level) {
        switch (level) {
            case LOW:
                return cheap();
            case MEDIUM:
                return 10;
            default:
                return expensive();
        }
    }

    private static int cheap() {
        return 1;
    }

    private static int expensive() {
        return 100;
    }
}

enum Operation implements IntBinaryOperator {
    PLUS('+') {
        @Override
        public int applyAsInt(int left, int right) {
            return left + right;
        }
    },
    MINUS('-') {
        @Override
        public int applyAsInt(int left, int right) {
            return PLUS.applyAsInt(left, negated(right));
        }

        private int negated(int number) {
            return -number;
        }
    },
    TIMES('*') {
        @Override
        public int applyAsInt(int left, int right) {
            return left * right;
        }

        @Override
        String symbol() {
            return "[" + super.symbol() + "]";
        }
    };

    private static final Map<Character, Operation> BY_SIGN = new HashMap<>();

    static {
        for (Operation operation : values()) {
            BY_SIGN.put(operation.sign, operation);
        }
    }

    private final char sign;

    Operation(char sign) {
        this.sign = sign;
    }

    String symbol() {
        return String.valueOf(sign);
    }

    static Operation of(char sign) {
        return BY_SIGN.get(sign);
    }
}

enum Level {
    LOW,
    MEDIUM,
    HIGH;

    Level next() {
        return values()[Math.min(ordinal() + 1, values().length - 1)];
    }

    @Override
    public String toString() {
        return name().toLowerCase();
    }
}
