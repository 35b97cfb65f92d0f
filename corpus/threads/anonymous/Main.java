package threads.anonymous;

/** A door bell: anonymous classes that use fields of the object around them, and locals that they capture. */
public class Main {
    private int rings;
    private String visitor = "nobody";
    private final int[] perButton = new int[2];

    private Thread button(final int number, final String name) {
        return new Thread() {
            private int pressed;

            @Override
            public void run() {
                for (int i = 0; i < 20; i++) {
                    pressed++; // safe: a field of this thread's own object
                    rings++; // race:rings
                    visitor = name; // race:visitor
                    perButton[number] = pressed; // safe: each button has its own element
                }
            }
        };
    }

    private void open() throws InterruptedException {
        Thread front = button(0, "postman");
        Thread back = button(1, "neighbour");
        Runnable listener = new Runnable() {
            private String last;

            @Override
            public void run() {
                last = visitor; // race:visitor
                if (last.isEmpty()) {
                    throw new AssertionError();
                }
            }
        };
        Thread ear = new Thread(listener);
        front.start();
        back.start();
        ear.start();
        front.join();
        back.join();
        ear.join();
        System.out.println(perButton[0] + perButton[1]); // safe: after join
        if (rings == 0) { // safe: after join
            throw new AssertionError(visitor);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        new Main().open();
    }
}
