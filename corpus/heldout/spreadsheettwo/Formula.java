package heldout.spreadsheettwo;

import java.util.Set;
import java.util.function.ToDoubleFunction;

sealed interface Formula {
    record Constant(double value) implements Formula {
    }

    record Ref(String cell) implements Formula {
    }

    record Binary(char operator, Formula left, Formula right) implements Formula {
    }

    static double evaluate(Formula f, ToDoubleFunction<String> lookup) {
        if (f instanceof Constant c) {
            return c.value();
        } else if (f instanceof Ref r) {
            return lookup.applyAsDouble(r.cell());
        } else if (f instanceof Binary b) {
            double left = evaluate(b.left(), lookup);
            double right = evaluate(b.right(), lookup);
            return switch (b.operator()) {
                case '+' -> left + right;
                case '-' -> left - right;
                case '*' -> left * right;
                default -> Double.NaN;
            };
        }
        return Double.NaN;
    }

    static void collectRefs(Formula f, Set<String> into) {
        if (f instanceof Ref r) {
            into.add(r.cell());
        } else if (f instanceof Binary b) {
            collectRefs(b.left(), into);
            collectRefs(b.right(), into);
        }
    }
}
