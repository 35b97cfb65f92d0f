package heldout.dictionary;

final class Reader implements Runnable {
    private final Dictionary dictionary;
    private final String text;
    private final Progress progress;

    Reader(Dictionary dictionary, String text, Progress progress) {
        this.dictionary = dictionary;
        this.text = text;
        this.progress = progress;
    }

    @Override
    public void run() {
        int sum = 0;
        for (String word : new Tokenizer(text)) {
            sum += dictionary.number(word);
            progress.word(word);
        }
        if (sum < 0) {
            throw new IllegalStateException(text);
        }
    }
}
