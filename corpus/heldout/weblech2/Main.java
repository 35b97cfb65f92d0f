package heldout.weblech2;

public class Main {

    public static void main(String[] args) throws InterruptedException {
        SpiderConfig config = new SpiderConfig();
        config.setStartPage("/index");
        config.setPrefix("/");
        config.setThreads(3);

        Spider spider = new Spider(config, new Site());
        spider.start();
        long deadline = System.currentTimeMillis() + 200;
        do {
            Thread.sleep(20);
        } while (spider.isRunning() && System.currentTimeMillis() < deadline);
        spider.stop();

        System.out.println("saved " + spider.getSavedCount() + " pages, " + spider.getBytes() + " bytes");
    }
}
