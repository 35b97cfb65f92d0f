package driver;

import java.util.ArrayList;
import java.util.Random;
import java.util.stream.IntStream;
import weka.clusterers.SimpleKMeans;
import weka.core.Attribute;
import weka.core.DenseInstance;
import weka.core.Instances;

/** Clusterers are made in a parallel loop, all from the same data. */
public final class Main {
    public static void main(String[] args) {
        Instances data = data();
        double[] errors = IntStream.range(2, 8).parallel().mapToDouble(count -> error(count, data)).toArray();
        for (double error : errors) {
            System.out.printf("%.3f%n", error);
        }
    }

    private static double error(int count, Instances data) {
        try {
            SimpleKMeans clusterer = new SimpleKMeans();
            clusterer.setNumClusters(count);
            clusterer.buildClusterer(data);
            return clusterer.getSquaredError();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static Instances data() {
        ArrayList<Attribute> attributes = new ArrayList<>();
        attributes.add(new Attribute("width"));
        attributes.add(new Attribute("height"));
        Instances data = new Instances("shapes", attributes, 200);
        Random random = new Random(7);
        for (int i = 0; i < 200; i++) {
            data.add(new DenseInstance(1, new double[] {random.nextDouble(), random.nextDouble()}));
        }
        return data;
    }
}
