package heldout.taskboard;

import java.util.LinkedList;
import java.util.Queue;

/** Workers wait on a hand-made queue with wait and notify; a flag ends them. */
public class Main {
    static class Task {
        final int id;
        int result;
        String worker;

        Task(int id) {
            this.id = id;
        }
    }

    static class Board {
        private final Queue<Task> tasks = new LinkedList<>();
        private boolean closed;
        private int finished;

        void post(Task task) {
            synchronized (tasks) {
                tasks.add(task); // safe: under tasks
                tasks.notify();
            }
        }

        Task next() throws InterruptedException {
            synchronized (tasks) {
                while (tasks.isEmpty()) { // safe: under tasks
                    if (closed) { // race:closed
                        return null;
                    }
                    tasks.wait(10);
                }
                return tasks.remove(); // safe: under tasks
            }
        }

        void close() {
            closed = true; // race:closed
        }

        void finish(Task task, String worker) {
            task.result = task.id * task.id; // safe: who took it has it
            task.worker = worker; // safe: who took it has it
            synchronized (this) {
                finished++; // safe: under this
            }
        }

        synchronized int finished() {
            return finished; // safe: under this
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Board board = new Board();
        Thread[] workers = new Thread[3];
        for (int i = 0; i < workers.length; i++) {
            String name = "worker " + i;
            workers[i] = new Thread(() -> {
                try {
                    Task task;
                    while ((task = board.next()) != null) {
                        board.finish(task, name);
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            workers[i].start();
        }
        Task[] tasks = new Task[40];
        for (int i = 0; i < tasks.length; i++) {
            tasks[i] = new Task(i); // safe: only main has the array
            board.post(tasks[i]);
        }
        board.close();
        for (Thread worker : workers) {
            worker.join();
        }
        int sum = 0;
        for (Task task : tasks) {
            sum += task.worker == null ? 0 : task.result; // safe: after join
        }
        System.out.println(board.finished() + " " + sum);
    }
}
