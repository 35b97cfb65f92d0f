// A source file without a class: its class is named after the file, and main needs neither static nor arguments.

int calls = 0;

String greeting(String name) {
    calls++;
    return "Hello, " + name;
}

void main() {
    IO.println(greeting("world"));
    IO.println(List.of(calls));
}
