package order.waiting;

/** A telephone with wait and notify; a shortcut looks at the line without the monitor. */
public final class Main {
    static final class Phone {
        private String message;
        private int calls;
        private boolean hungUp;
        private int impatience;

        synchronized void speak(String text) throws InterruptedException {
            while (message != null) { // safe: under this
                wait();
            }
            message = text; // race:message
            calls++; // safe: under this
            notifyAll();
        }

        synchronized String listen() throws InterruptedException {
            while (message == null && !hungUp) { // safe: under this
                wait(10);
            }
            String heard = message; // safe: under this
            message = null; // race:message
            notifyAll();
            return heard;
        }

        synchronized void hangUp() {
            hungUp = true; // safe: under this
            notifyAll();
        }

        boolean busy() {
            impatience++; // race:impatience
            return message != null; // race:message
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Phone phone = new Phone();
        int[] letters = new int[1];
        Thread listener = new Thread(() -> {
            try {
                String heard;
                while ((heard = phone.listen()) != null) {
                    letters[0] += heard.length(); // safe: main reads after join
                    phone.busy();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        listener.start();
        for (String word : new String[] {"how", "are", "you"}) {
            phone.speak(word);
            if (phone.busy()) {
                Thread.yield();
            }
        }
        phone.hangUp();
        listener.join();
        System.out.println(letters[0] + " " + phone.calls); // safe: after join
        if (phone.impatience < 0) { // safe: after join
            throw new AssertionError();
        }
    }
}
