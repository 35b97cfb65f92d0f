package fresh.webserver;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A toy web server: an acceptor queues requests, handler threads answer them with the help of sessions. */
public final class Main {
    record Request(String sessionId, String path) {
    }

    private static final Request STOP = new Request("", "");

    static final class Handler implements Runnable {
        private final BlockingQueue<Request> requests;
        private final SessionManager sessions;
        private int handled;

        Handler(BlockingQueue<Request> requests, SessionManager sessions) {
            this.requests = requests;
            this.sessions = sessions;
        }

        @Override
        public void run() {
            try {
                for (;;) {
                    Request request = requests.take();
                    if (request == STOP) {
                        return;
                    }
                    handle(request);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void handle(Request request) {
            Session session = sessions.lookup(request.sessionId());
            session.touch(handled);
            session.setAttribute("path", request.path());
            session.visited(request.path());
            handled++; // safe: own field of the handler
        }
    }

    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<Request> queue = new LinkedBlockingQueue<>();
        SessionManager sessions = new SessionManager();
        List<Handler> handlers = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Handler handler = new Handler(queue, sessions);
            handlers.add(handler);
            threads.add(new Thread(handler, "http-" + i));
        }
        threads.forEach(Thread::start);
        for (int i = 0; i < 90; i++) {
            queue.put(new Request("s" + i % 4, "/page/" + i % 5));
        }
        sessions.expire(1_000_000);
        for (int i = 0; i < threads.size(); i++) {
            queue.put(STOP);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        int handled = 0;
        for (Handler handler : handlers) {
            handled += handler.handled; // safe: after join
        }
        System.out.println("handled " + handled + ", visits " + sessions.visits());
    }
}
