package driver;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import weka.classifiers.Classifier;
import weka.classifiers.Evaluation;
import weka.classifiers.bayes.NaiveBayes;
import weka.classifiers.trees.J48;
import weka.core.Attribute;
import weka.core.DenseInstance;
import weka.core.Instances;

/** Two classifiers learn from the same data, each in a thread of its own. */
public final class Main {
    public static void main(String[] args) throws Exception {
        Instances data = data();
        Learner tree = new Learner(new J48(), data);
        Learner bayes = new Learner(new NaiveBayes(), data);
        Thread first = new Thread(tree);
        Thread second = new Thread(bayes);
        first.start();
        second.start();
        first.join();
        second.join();
        if (tree.failure != null || bayes.failure != null) {
            throw new IllegalStateException("a learner failed", tree.failure != null ? tree.failure : bayes.failure);
        }
        System.out.printf("tree %.2f, bayes %.2f%n", tree.correct, bayes.correct);
    }

    private static Instances data() {
        ArrayList<Attribute> attributes = new ArrayList<>();
        attributes.add(new Attribute("width"));
        attributes.add(new Attribute("height"));
        attributes.add(new Attribute("kind", List.of("tall", "wide")));
        Instances data = new Instances("shapes", attributes, 200);
        data.setClassIndex(2);
        Random random = new Random(7);
        for (int i = 0; i < 200; i++) {
            double width = random.nextDouble();
            double height = random.nextDouble();
            DenseInstance shape = new DenseInstance(1, new double[] {width, height, width > height ? 1 : 0});
            data.add(shape);
        }
        return data;
    }

    private static final class Learner implements Runnable {
        private final Classifier classifier;
        private final Instances data;
        private double correct;
        private Exception failure;

        Learner(Classifier classifier, Instances data) {
            this.classifier = classifier;
            this.data = data;
        }

        @Override
        public void run() {
            try {
                classifier.buildClassifier(data);
                Evaluation evaluation = new Evaluation(data);
                evaluation.evaluateModel(classifier, data);
                correct = evaluation.pctCorrect();
            } catch (Exception e) {
                failure = e;
            }
        }
    }
}
