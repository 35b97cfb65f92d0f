package driver;

/** The smallest program that has a second thread. */
public final class Main {
    public static void main(String[] args) throws InterruptedException {
        Thread greeter = new Thread(new Runnable() {
            @Override
            public void run() {
                System.out.println("hello from a thread");
            }
        });
        greeter.start();
        greeter.join();
        System.out.println("hello, world");
    }
}
