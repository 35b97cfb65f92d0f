package heldout.weatherhub;

public class Main {

    static class FrostAlarm implements Station.ReadingListener {
        private final String place;
        private final double threshold;
        private int raised;

        FrostAlarm(Station station, String place, double threshold) {
            this.place = place; // safe: written before the alarm gets into the listener list
            station.register(this);
            this.threshold = threshold; // race:threshold
        }

        @Override
        public void onReading(double celsius) {
            double limit = threshold; // race:threshold
            if (celsius < limit) {
                raised++; // safe: ticker thread only until main has joined it
                System.out.println("frost at " + place + ": " + celsius);
            }
        }

        String summary() {
            return place + " below " + threshold + ": " + raised; // safe: called after drain()
        }
    }

    static class RunningMean implements Station.ReadingListener {
        private double sum;
        private int count;

        private RunningMean() {
        }

        static RunningMean attach(Station station, double seed) {
            RunningMean m = new RunningMean();
            m.sum = seed; // safe: before register()
            m.count = 1; // safe: before register()
            station.register(m);
            return m;
        }

        @Override
        public void onReading(double celsius) {
            sum += celsius; // race:sum
            count++; // race:count
        }

        double mean() {
            int n = count; // race:count
            double s = sum; // race:sum
            return s / n;
        }
    }

    static class Extremes implements Station.ReadingListener {
        private double min = Double.MAX_VALUE;
        private double max = -Double.MAX_VALUE;

        @Override
        public synchronized void onReading(double celsius) {
            min = Math.min(min, celsius); // safe: synchronized on this
            max = Math.max(max, celsius); // safe: synchronized on this
        }

        synchronized double spread() {
            return max - min; // safe: synchronized on this
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Station station = new Station(4.0, 2.5, 0.5, -1.0, -2.5, 1.0, 3.0);
        Extremes extremes = new Extremes();
        station.register(extremes);
        station.start();

        RunningMean mean = RunningMean.attach(station, 3.0);
        FrostAlarm alarm = new FrostAlarm(station, "orchard", 0.0);

        System.out.printf("so far: mean %.2f, spread %.2f%n", mean.mean(), extremes.spread());
        int n = station.drain();
        System.out.printf("%d readings, mean %.2f%n", n, mean.mean());
        System.out.println(alarm.summary());
    }
}
