package heldout.faretable;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class Main {
    public static void main(String[] args) throws Exception {
        FareSource source = new FareSource();
        FareCache cache = new FareCache(source);
        cache.start();

        ExecutorService hall = Executors.newCachedThreadPool();
        List<Kiosk> kiosks = new ArrayList<>();
        List<Future<Integer>> results = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Kiosk kiosk = new Kiosk(cache, i);
            kiosks.add(kiosk);
            results.add(hall.submit(kiosk));
        }
        boolean sane = true;
        for (int i = 0; i < 5; i++) {
            sane &= cache.hitsOf("Arn-Bor") >= 0;
            Thread.sleep(1);
        }

        int sold = 0;
        for (Future<Integer> result : results) {
            sold += result.get();
        }
        hall.shutdown();
        int unknown = 0;
        boolean ages = true;
        for (Kiosk kiosk : kiosks) {
            unknown += kiosk.unknownCount();
            ages &= kiosk.sawAge();
        }
        int refreshes = cache.stop();
        System.out.println("sold=" + sold + " unknown=" + unknown);
        System.out.println("hits=" + cache.totalHits() + " misses=" + cache.misses());
        System.out.println("sane=" + sane + " ages=" + ages);
        System.out.println("refreshes counted=" + (refreshes <= source.calls()));
    }
}
