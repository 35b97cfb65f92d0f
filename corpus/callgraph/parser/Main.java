// Plain code that calls itself in circles: a tokenizer, a recursive parser, and a tree that evaluates itself. Switches of
// both kinds (dense and sparse), loops and string switches make methods with many frames.
package callgraph.parser;

import java.util.HashMap;
import java.util.Map;

public class Main {
    public static void main(String[] args) {
        Map<String, Integer> variables = new HashMap<>();
        variables.put("x", 5);
        for (String line : new String[] {"1+2*3", "(1+2)*3", "-x*(x-1)", "max(2,x)", "7/(x-5)", "2+", "abs(-9)"}) {
            System.out.println(line + " = " + evaluate(line, variables));
        }
    }

    private static String evaluate(String line, Map<String, Integer> variables) {
        try {
            return String.valueOf(new Parser(line).parse().value(variables));
        } catch (SyntaxError e) {
            return "error at " + e.position();
        } catch (ArithmeticException e) {
            return "undefined";
        }
    }
}

class Parser {
    private final String text;
    private int next;

    Parser(String text) {
        this.text = text;
    }

    Node parse() {
        Node node = sum();
        if (next < text.length()) {
            throw new SyntaxError(next);
        }
        return node;
    }

    private Node sum() {
        Node left = product();
        while (peek() == '+' || peek() == '-') {
            left = new Binary(take(), left, product());
        }
        return left;
    }

    private Node product() {
        Node left = factor();
        while (peek() == '*' || peek() == '/') {
            left = new Binary(take(), left, factor());
        }
        return left;
    }

    private Node factor() {
        char c = peek();
        if (Character.isDigit(c)) {
            return number();
        } else if (Character.isLetter(c)) {
            return name();
        }
        switch (c) {
            case '-':
                take();
                return new Binary('-', new Literal(0), factor());
            case '(':
                take();
                Node inner = sum();
                expect(')');
                return inner;
            default:
                throw new SyntaxError(next);
        }
    }

    private Node number() {
        int value = 0;
        while (Character.isDigit(peek())) {
            value = value * 10 + take() - '0';
        }
        return new Literal(value);
    }

    private Node name() {
        StringBuilder name = new StringBuilder();
        while (Character.isLetter(peek())) {
            name.append(take());
        }
        if (peek() != '(') {
            return variables -> variables.get(name.toString());
        }
        take();
        Node first = sum();
        Node second = peek() == ',' ? afterComma() : new Literal(0);
        expect(')');
        return call(name.toString(), first, second);
    }

    private Node afterComma() {
        take();
        return sum();
    }

    private static Node call(String name, Node first, Node second) {
        switch (name) {
            case "max":
                return variables -> Math.max(first.value(variables), second.value(variables));
            case "abs":
                return variables -> Math.abs(first.value(variables));
            default:
                throw new SyntaxError(0);
        }
    }

    private char peek() {
        return next < text.length() ? text.charAt(next) : '\0';
    }

    private char take() {
        return text.charAt(next++);
    }

    private void expect(char c) {
        if (peek() != c) {
            throw new SyntaxError(next);
        }
        take();
    }
}

interface Node {
    int value(Map<String, Integer> variables);
}

record Literal(int number) implements Node {
    @Override
    public int value(Map<String, Integer> variables) {
        return number;
    }
}

record Binary(char sign, Node left, Node right) implements Node {
    @Override
    public int value(Map<String, Integer> variables) {
        int l = left.value(variables);
        int r = right.value(variables);
        return switch (sign) {
            case '+' -> l + r;
            case '-' -> l - r;
            case '*' -> l * r;
            default -> l / r;
        };
    }
}

class SyntaxError extends RuntimeException {
    private final int position;

    SyntaxError(int position) {
        this.position = position;
    }

    int position() {
        return position;
    }
}
