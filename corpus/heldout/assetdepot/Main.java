package heldout.assetdepot;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class Main {
    static class Asset {
        final String name;
        byte[] data;
        int checksum;
        int scale;

        Asset(String name) {
            this.name = name;
        }
    }

    static class Codec {
        private int[] table;

        Codec() {
            table = new int[16]; // safe: built during class initialisation
            for (int i = 0; i < table.length; i++) {
                table[i] = i * 31 % 17; // safe: built during class initialisation
            }
        }

        int decode(byte b) {
            return table[b & 15]; // safe: class initialisation comes first
        }
    }

    private static class CodecHolder {
        static final Codec CODEC = new Codec();
    }

    static final class Registry {
        private static Registry instance;
        private final Map<String, Asset> assets = new ConcurrentHashMap<>();

        static Registry get() {
            if (instance == null) { // race:instance
                synchronized (Registry.class) {
                    if (instance == null) { // safe: the writes hold the class lock
                        instance = new Registry(); // race:instance
                    }
                }
            }
            return instance; // race:instance
        }

        void register(Asset asset) {
            assets.put(asset.name, asset); // safe: final field, concurrent map
        }
    }

    static class Settings {
        private int scale;

        Settings(int scale) {
            this.scale = scale; // safe: published by a volatile write
        }
    }

    private static volatile Settings settings = new Settings(1);
    private static final List<String> loaded = new ArrayList<>(64);
    private static int announced;
    private static int recorded;

    private static Asset read(String name) {
        Asset asset = new Asset(name);
        asset.data = name.getBytes(); // safe: passed on to the next stage
        asset.scale = settings.scale; // safe: volatile publication
        return asset;
    }

    private static Asset decode(Asset asset) {
        int sum = 0;
        for (byte b : asset.data) { // safe: written by the stage before
            sum += CodecHolder.CODEC.decode(b);
        }
        asset.checksum = sum; // safe: stages of one chain follow each other
        return asset;
    }

    private static void store(Asset asset) {
        Registry.get().register(asset);
        loaded.add(asset.name); // race:loaded
    }

    private static CompletableFuture<Asset> load(String name, ExecutorService pool) {
        return CompletableFuture.supplyAsync(() -> read(name), pool)
                .thenApplyAsync(Main::decode, pool)
                .thenApply(asset -> {
                    store(asset);
                    return asset;
                });
    }

    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<CompletableFuture<Asset>> chains = new ArrayList<>();
        for (String name : List.of("tree", "rock", "river", "cloud", "stone", "house")) {
            chains.add(load(name, pool));
        }
        settings = new Settings(2); // safe: volatile

        CompletableFuture<Void> everything = CompletableFuture.allOf(chains.toArray(new CompletableFuture[0]));
        CompletableFuture<Integer> total = everything.thenApplyAsync(nothing -> {
            int sum = 0;
            for (CompletableFuture<Asset> chain : chains) {
                sum += chain.join().checksum; // safe: stage runs after allOf
            }
            return sum;
        }, pool);
        total.thenAccept(sum -> {
            announced = sum; // race:announced
        });
        CompletableFuture<Void> noted = total.thenAccept(sum -> {
            recorded = sum; // safe: main joins this very stage
        });

        int sum = total.join();
        int early = announced; // race:announced
        noted.join();
        boolean fine = recorded == sum && early <= sum; // safe: noted is joined

        int names = loaded.size(); // safe: total completes after every chain
        for (CompletableFuture<Asset> chain : chains) {
            Asset asset = chain.join();
            fine &= asset.checksum >= 0; // safe: chain joined
            fine &= asset.scale == 1 || asset.scale == 2; // safe: chain joined
        }
        fine &= names <= 6;
        pool.shutdown();
        if (!pool.awaitTermination(10, TimeUnit.SECONDS)) {
            throw new IllegalStateException("pool");
        }
        System.out.println("checksum " + sum + " registered " + Registry.get().assets.size() + " " + fine);
    }
}
