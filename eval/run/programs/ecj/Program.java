package work;

import org.eclipse.jdt.internal.compiler.tool.EclipseCompiler;

/** The compiler of Eclipse. */
final class Program implements Work {
    private final Work work;

    Program() throws Exception {
        work = new Compilation(new EclipseCompiler(), "-proc:none", "--release", "17", "-nowarn");
    }

    @Override
    public long round() throws Exception {
        return work.round();
    }
}
