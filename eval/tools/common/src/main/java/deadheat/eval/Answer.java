package deadheat.eval;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What a tool found out, in the form that `eval` reads: one line of JSON as the last line of the output. */
public final class Answer {
    private final Map<String, String> fields = new LinkedHashMap<>();
    private final Set<String> methods = new TreeSet<>();
    private final Set<String> applicationMethods = new TreeSet<>();
    private final Application application;

    public Answer(String tool, Cost cost, Application application) {
        this.application = application;
        fields.put("tool", '"' + tool + '"');
        count("wall_ms", cost.wallMillis());
        count("cpu_ms", cost.cpuMillis());
        count("peak_kb", cost.peakKilobytes());
    }

    /** A reached method that has a body in a class file; contexts and copies of it count once. */
    public void method(String className, String name, String descriptor) {
        String method = className + '.' + name + descriptor;
        methods.add(method);
        if (application.contains(className)) {
            applicationMethods.add(method);
        }
    }

    public void count(String name, long count) {
        fields.put(name, Long.toString(count));
    }

    /** Lists the reached application methods in a file, and prints all counts. */
    public void write(Path methodsFile) throws IOException {
        count("methods", methods.size());
        count("application_methods", applicationMethods.size());
        Files.write(methodsFile, applicationMethods);
        StringBuilder json = new StringBuilder();
        fields.forEach((name, value) -> json.append(json.isEmpty() ? "{" : ",").append('"').append(name)
                .append("\":").append(value));
        System.out.println(json.append('}'));
    }
}
