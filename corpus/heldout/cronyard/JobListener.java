package heldout.cronyard;

@FunctionalInterface
interface JobListener {
    void finished(Job job);
}
