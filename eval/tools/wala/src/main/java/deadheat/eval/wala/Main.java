package deadheat.eval.wala;

import com.ibm.wala.classLoader.IMethod;
import com.ibm.wala.classLoader.Language;
import com.ibm.wala.core.util.io.FileProvider;
import com.ibm.wala.ipa.callgraph.AnalysisCacheImpl;
import com.ibm.wala.ipa.callgraph.AnalysisOptions;
import com.ibm.wala.ipa.callgraph.AnalysisScope;
import com.ibm.wala.ipa.callgraph.CGNode;
import com.ibm.wala.ipa.callgraph.CallGraph;
import com.ibm.wala.ipa.callgraph.impl.Util;
import com.ibm.wala.ipa.callgraph.propagation.SSAPropagationCallGraphBuilder;
import com.ibm.wala.ipa.cha.ClassHierarchyFactory;
import com.ibm.wala.ipa.cha.IClassHierarchy;
import com.ibm.wala.types.ClassLoaderReference;
import deadheat.eval.Answer;
import deadheat.eval.Application;
import deadheat.eval.Arguments;
import deadheat.eval.Cost;
import java.nio.file.Path;
import java.util.jar.JarFile;

/** WALA's ZeroOneCFA as it comes: its own models of natives and of reflection, no exclusions. */
public final class Main {
    public static void main(String[] args) throws Exception {
        Arguments arguments = new Arguments(args);
        IClassHierarchy hierarchy = ClassHierarchyFactory.make(scope(arguments));
        String main = 'L' + arguments.main().replace('.', '/');
        AnalysisOptions options = new AnalysisOptions();
        options.setEntrypoints(Util.makeMainEntrypoints(hierarchy, main));
        String reflection = arguments.optional("reflection", "FULL");
        options.setReflectionOptions(AnalysisOptions.ReflectionOptions.valueOf(reflection));
        SSAPropagationCallGraphBuilder builder =
                Util.makeZeroOneCFABuilder(Language.JAVA, options, new AnalysisCacheImpl(), hierarchy);
        CallGraph graph = builder.makeCallGraph(options, null);
        Cost cost = Cost.now();

        Answer answer = new Answer("wala", cost, new Application(arguments.app()));
        count(answer, graph, builder);
        answer.write(arguments.methods());
        // WALA leaves threads behind that would keep the process alive for a while.
        System.exit(0);
    }

    private static AnalysisScope scope(Arguments arguments) throws Exception {
        AnalysisScope scope = AnalysisScope.createJavaAnalysisScope();
        scope.addToScope(ClassLoaderReference.Primordial, new JarFile(arguments.jdk().toFile(), false));
        // WALA's bodies for some natives, which its own scopes add to the JDK as well.
        var models = new FileProvider().getJarFileModule("primordial.jar.model", Main.class.getClassLoader());
        scope.addToScope(ClassLoaderReference.Primordial, models);
        for (Path jar : arguments.app()) {
            scope.addToScope(ClassLoaderReference.Application, new JarFile(jar.toFile(), false));
        }
        return scope;
    }

    private static void count(Answer answer, CallGraph graph, SSAPropagationCallGraphBuilder builder) {
        long callEdges = 0;
        for (CGNode node : graph) {
            callEdges += graph.getSuccNodeCount(node);
            IMethod method = node.getMethod();
            // Bodies that WALA makes up (its root, lambdas, reflective factories) are not methods of the program.
            if (!method.isWalaSynthetic()) {
                String className = method.getDeclaringClass().getName().toString().substring(1);
                answer.method(className, method.getName().toString(), method.getDescriptor().toString());
            }
        }
        answer.count("nodes", graph.getNumberOfNodes());
        answer.count("call_edges", callEdges);
        var system = builder.getPropagationSystem();
        answer.count("pointers", system.getNumberOfPointerKeys());
        answer.count("objects", builder.getPointerAnalysis().getInstanceKeyMapping().getSize());
    }
}
