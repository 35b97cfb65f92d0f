// A sealed hierarchy that is taken apart with instanceof patterns, next to one that uses a visitor. Both evaluate the
// same expressions; the visitor calls back through two dispatches.
package callgraph.sealed;

public class Main {
    public static void main(String[] args) {
        Expression expression = new Sum(new Number(2), new Product(new Number(3), new Negation(new Number(4))));
        System.out.println(evaluate(expression));
        System.out.println(expression.accept(new Printer()));
        System.out.println(expression.accept(new Depth()));
        System.out.println(simplify(new Negation(new Negation(new Number(5)))).accept(new Printer()));
    }

    static int evaluate(Expression expression) {
        if (expression instanceof Number number) {
            return number.value();
        } else if (expression instanceof Sum sum) {
            return evaluate(sum.left()) + evaluate(sum.right());
        } else if (expression instanceof Product product) {
            return evaluate(product.left()) * evaluate(product.right());
        } else if (expression instanceof Negation negation && !(negation.inner() instanceof Negation)) {
            return -evaluate(negation.inner());
        }
        return evaluate(simplify(expression));
    }

    static Expression simplify(Expression expression) {
        if (expression instanceof Negation outer && outer.inner() instanceof Negation inner) {
            return inner.inner();
        }
        return expression;
    }
}

sealed interface Expression permits Number, Binary, Negation {
    <R> R accept(Visitor<R> visitor);
}

interface Visitor<R> {
    R number(Number number);

    R binary(Binary binary);

    R negation(Negation negation);
}

record Number(int value) implements Expression {
    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.number(this);
    }
}

record Negation(Expression inner) implements Expression {
    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.negation(this);
    }
}

abstract sealed class Binary implements Expression permits Sum, Product {
    private final Expression left;
    private final Expression right;

    Binary(Expression left, Expression right) {
        this.left = left;
        this.right = right;
    }

    Expression left() {
        return left;
    }

    Expression right() {
        return right;
    }

    abstract char sign();

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.binary(this);
    }
}

final class Sum extends Binary {
    Sum(Expression left, Expression right) {
        super(left, right);
    }

    @Override
    char sign() {
        return '+';
    }
}

final class Product extends Binary {
    Product(Expression left, Expression right) {
        super(left, right);
    }

    @Override
    char sign() {
        return '*';
    }
}

class Printer implements Visitor<String> {
    @Override
    public String number(Number number) {
        return Integer.toString(number.value());
    }

    @Override
    public String binary(Binary binary) {
        return "(" + binary.left().accept(this) + binary.sign() + binary.right().accept(this) + ")";
    }

    @Override
    public String negation(Negation negation) {
        return "-" + negation.inner().accept(this);
    }
}

class Depth implements Visitor<Integer> {
    @Override
    public Integer number(Number number) {
        return 1;
    }

    @Override
    public Integer binary(Binary binary) {
        return 1 + Math.max(binary.left().accept(this), binary.right().accept(this));
    }

    @Override
    public Integer negation(Negation negation) {
        return 1 + negation.inner().accept(this);
    }
}
