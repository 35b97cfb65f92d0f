package work;

import javax.tools.ToolProvider;

/** The compiler of the JDK. */
final class Program implements Work {
    private final Work work;

    Program() throws Exception {
        work = new Compilation(ToolProvider.getSystemJavaCompiler(), "-proc:none");
    }

    @Override
    public long round() throws Exception {
        return work.round();
    }
}
