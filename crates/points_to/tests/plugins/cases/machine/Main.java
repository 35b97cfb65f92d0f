package machine;

// What only the machine does is known without summaries, too: it starts threads.
//= bodies
//= Main.started = Started
//= Main.ran = Ran
public class Main {
    static Object started, ran;

    public static void main(String[] args) throws Exception {
        Thread first = new Worker();
        Thread second = new Thread(new Job());
        first.start();
        second.start();
        first.join();
        second.join();
    }
}

class Worker extends Thread {
    @Override
    public void run() {
        Main.started = new Started();
    }
}

class Job implements Runnable {
    @Override
    public void run() {
        Main.ran = new Ran();
    }
}

class Started {}

class Ran {}
