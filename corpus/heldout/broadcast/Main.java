package heldout.broadcast;

import java.util.List;

public class Main {
    static final class Program {
        final String title;
        final int[] slots;

        Program(String title, int first) {
            this.title = title; // safe: final field
            this.slots = new int[2];
            this.slots[0] = first; // safe: reached through a final field, frozen by the constructor
            this.slots[1] = first + 30; // safe: frozen by the constructor
        }
    }

    static class Weather {
        int degrees;

        Weather(int degrees) {
            this.degrees = degrees; // race:degrees
        }
    }

    private Program onAir;
    private Weather weather;
    private volatile Weather forecast;
    private int minutes;

    private void listen() {
        Program p = onAir; // race:onair
        if (p != null) {
            int start = p.slots[0]; // safe: final field semantics
            minutes += start; // safe: only the listener thread until join
            System.out.println(p.title + " at " + start); // safe: final field
        }
        Weather w = weather; // race:weather
        if (w != null) {
            System.out.println("now " + w.degrees); // race:degrees
        }
        Weather f = forecast;
        if (f != null) {
            int d = f.degrees; // safe: published through a volatile, see planTomorrow
            System.out.println("tomorrow " + d);
        }
    }

    private static Weather planTomorrow() {
        Weather w = new Weather(0);
        w.degrees = 12; // safe: before the volatile write of forecast
        return w;
    }

    public static void main(String[] args) throws InterruptedException {
        Main studio = new Main();
        Thread listener = new Thread(studio::listen, "listener");
        listener.start();

        studio.forecast = planTomorrow();
        studio.onAir = new Program("news", 8); // race:onair
        studio.weather = new Weather(21); // race:weather

        List<Antenna> antennas = List.of(new Antenna("north"), new Antenna("south"));
        for (Antenna a : antennas) {
            System.out.println(a.waitForBeams() + " at " + a.power());
        }
        listener.join();
        System.out.println("minutes " + studio.minutes); // safe: after join
    }
}
