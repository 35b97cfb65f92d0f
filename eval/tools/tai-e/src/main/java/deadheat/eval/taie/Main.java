package deadheat.eval.taie;

import deadheat.eval.Answer;
import deadheat.eval.Application;
import deadheat.eval.Arguments;
import deadheat.eval.Cost;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import pascal.taie.World;
import pascal.taie.analysis.pta.PointerAnalysis;
import pascal.taie.analysis.pta.PointerAnalysisResult;
import pascal.taie.analysis.pta.core.solver.Solver;
import pascal.taie.analysis.pta.plugin.Plugin;
import pascal.taie.language.classes.JMethod;
import pascal.taie.language.type.ArrayType;
import pascal.taie.language.type.PrimitiveType;
import pascal.taie.language.type.Type;
import pascal.taie.language.type.VoidType;

/** Tai-e's context-insensitive analysis as it comes: its own models, implicit entries and reflection. */
public final class Main {
    public static void main(String[] args) throws Exception {
        Arguments arguments = new Arguments(args);
        pascal.taie.Main.main(options(arguments).toArray(new String[0]));

        Answer answer = new Answer("tai-e", Watch.cost, new Application(arguments.app()));
        PointerAnalysisResult result = World.get().getResult(PointerAnalysis.ID);
        var graph = result.getCallGraph();
        graph.reachableMethods().filter(method -> !method.isAbstract()).forEach(
                method -> answer.method(slashed(method.getDeclaringClass().getName()), method.getName(),
                        descriptor(method)));
        answer.count("nodes", graph.getNumberOfMethods());
        answer.count("call_edges", graph.edges().map(edge -> List.of(edge.getCallSite().getContainer(),
                edge.getCallee())).distinct().count());
        answer.count("pointers", Watch.solver.getCSManager().pointers().count());
        answer.count("objects", result.getObjects().size());
        answer.count("edges", Watch.solver.getCSManager().pointers()
                .mapToLong(pointer -> pointer.getOutEdges().size()).sum());
        answer.write(arguments.methods());
        System.exit(0);
    }

    private static List<String> options(Arguments arguments) {
        List<String> options = new ArrayList<>(List.of("-m", arguments.main(), "--allow-phantom",
                "--output-dir", arguments.required("output")));
        String jars = arguments.app().stream().map(Object::toString).collect(Collectors.joining(":"));
        // All classes of the application are part of the world only when asked for; else those that `main` refers to.
        options.addAll(List.of(arguments.optional("world", "-cp"), jars));
        if (arguments.optional("prepend", "no").equals("yes")) {
            options.add("--prepend-JVM");
        } else {
            options.addAll(List.of("-java", arguments.required("java")));
        }
        options.addAll(List.of("-a", "pta=cs:ci;plugins:[" + Watch.class.getName() + "]"));
        return options;
    }

    /** Keeps the solver, and looks at the clock when it has no more work. */
    public static final class Watch implements Plugin {
        private static Solver solver;
        private static Cost cost;

        @Override
        public void setSolver(Solver solver) {
            Watch.solver = solver;
        }

        @Override
        public void onPhaseFinish() {
            cost = Cost.now();
        }
    }

    private static String slashed(String className) {
        return className.replace('.', '/');
    }

    private static String descriptor(JMethod method) {
        return method.getParamTypes().stream().map(Main::descriptor).collect(Collectors.joining("", "(", ")"))
                + descriptor(method.getReturnType());
    }

    private static String descriptor(Type type) {
        if (type instanceof ArrayType array) {
            return "[" + descriptor(array.elementType());
        }
        if (type instanceof PrimitiveType || type instanceof VoidType) {
            return switch (type.getName()) {
                case "boolean" -> "Z";
                case "byte" -> "B";
                case "char" -> "C";
                case "short" -> "S";
                case "int" -> "I";
                case "long" -> "J";
                case "float" -> "F";
                case "double" -> "D";
                case "void" -> "V";
                default -> throw new IllegalStateException("a primitive type called " + type.getName());
            };
        }
        return 'L' + slashed(type.getName()) + ';';
    }
}
