package heldout.dictionary;

public final class Main {
    private static final String PROSE = "the fox sees the dog and the dog sees the fox";
    private static final String VERSE = "a rose is a rose and the rose is red";

    public static void main(String[] args) throws InterruptedException {
        Dictionary animals = Dictionary.create();
        Dictionary flowers = Dictionary.create();
        Progress progress = new Progress();
        Thread[] readers = {
            new Thread(new Reader(animals, PROSE, progress)),
            new Thread(new Reader(animals, PROSE, progress)),
            new Thread(new Reader(flowers, VERSE, progress)),
            new Thread(new Reader(flowers, VERSE, progress)),
        };
        for (Thread reader : readers) {
            reader.start();
        }
        String seen = progress.current();
        for (Thread reader : readers) {
            reader.join();
        }
        System.out.println(animals.frequency("fox") + " " + flowers.frequency("rose") + " " + progress.words());
        System.out.println(Dictionary.uses("the") + " " + animals.longest() + " " + Dictionary.made());
        System.out.println(seen.length() < 10);
    }
}
