package driver;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import net.sourceforge.pmd.PMDConfiguration;
import net.sourceforge.pmd.PmdAnalysis;
import net.sourceforge.pmd.Report;
import net.sourceforge.pmd.lang.LanguageRegistry;

/** Two threads of PMD check a handful of sources. */
public final class Main {
    private static final int SOURCES = 8;

    public static void main(String[] args) throws Exception {
        Path folder = Files.createTempDirectory("pmd");
        try {
            for (int i = 0; i < SOURCES; i++) {
                Files.write(folder.resolve("Shelf" + i + ".java"), source(i).getBytes(StandardCharsets.UTF_8));
            }
            PMDConfiguration configuration = new PMDConfiguration();
            configuration.setThreads(2);
            configuration.setIgnoreIncrementalAnalysis(true);
            configuration.setDefaultLanguageVersion(LanguageRegistry.getLanguage("Java").getVersion("17"));
            configuration.addRuleSet("rulesets/java/quickstart.xml");
            try (PmdAnalysis analysis = PmdAnalysis.create(configuration)) {
                analysis.files().addDirectory(folder);
                Report report = analysis.performAnalysisAndCollectReport();
                System.out.println(report.getViolations().size() + " violations, " + report.getProcessingErrors().size() + " errors");
            }
        } finally {
            for (int i = 0; i < SOURCES; i++) {
                Files.deleteIfExists(folder.resolve("Shelf" + i + ".java"));
            }
            Files.deleteIfExists(folder);
        }
    }

    private static String source(int i) {
        return "package shelf;\nimport java.util.*;\nclass Shelf" + i + " {\n"
                + "  private List<String> books = new ArrayList<>();\n  private int unused = " + i + ";\n"
                + "  public String get(int at) { String s = new String(\"book\"); if (at == 0) return s;"
                + " for (int j = 0; j < books.size(); j++) { if (books.get(j).equals(s)) { s += j; } } return s; }\n"
                + "  void add(String b) { try { books.add(b); } catch (RuntimeException e) { } }\n"
                + "  boolean has() { if (books.size() > " + i + ") { return true; } else { return false; } }\n}\n";
    }
}
