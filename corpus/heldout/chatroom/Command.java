package heldout.chatroom;

sealed interface Command {
    record Say(String text) implements Command {
    }

    record Nick(String name) implements Command {
    }

    record Topic(String text) implements Command {
    }

    record Who() implements Command {
    }

    record Quit() implements Command {
    }

    static Command parse(String line) {
        if (!line.startsWith("/")) {
            return new Say(line);
        }
        int space = line.indexOf(' ');
        String word = space < 0 ? line : line.substring(0, space);
        String rest = space < 0 ? "" : line.substring(space + 1);
        return switch (word) {
            case "/nick" -> new Nick(rest);
            case "/topic" -> new Topic(rest);
            case "/who" -> new Who();
            case "/quit" -> new Quit();
            default -> new Say(line);
        };
    }
}
