package loops.montecarlo;

/** What all classes of the simulation have in common: a prompt, and a static switch for what they say about themselves. */
abstract class Universal {
    private static boolean debug;

    private String prompt = "";
    private int messages;

    static void enableDebugging() {
        debug = true; // race:debug
    }

    static void say(String text) {
        if (debug) { // safe: called after the loop only
            System.out.println(text);
        }
    }

    void setPrompt(String prompt) {
        this.prompt = prompt; // safe: objects of one simulation each
    }

    String note(String text) {
        messages++; // safe: objects of one simulation each
        return prompt + "> " + text; // safe: objects of one simulation each
    }

    int messages() {
        return messages; // safe: objects of one simulation each
    }
}
