package order.triage;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;

/** Patients wait in a queue that compares them. Who has called one in may change what it compares, as long as he has him. */
public final class Main {
    static final class Patient implements Comparable<Patient> {
        final int number;
        int urgency;
        int arrived;
        int visits;

        Patient(int number, int urgency) {
            this.number = number;
            this.urgency = urgency; // safe: nobody else knows the patient yet
        }

        @Override
        public int compareTo(Patient other) {
            if (urgency != other.urgency) { // safe: whoever changes it has called the patient in
                return Integer.compare(other.urgency, urgency);
            }
            return Integer.compare(arrived, other.arrived); // race:compared
        }
    }

    private static void treat(BlockingQueue<Patient> waiting) {
        try {
            for (int i = 0; i < 6; i++) {
                Patient patient = waiting.take();
                patient.visits++; // safe: called in
                patient.urgency /= 2; // safe: called in, compared only when he waits again
                patient.arrived = i; // race:changed
                waiting.put(patient);
                patient.arrived = i + 1; // race:changed,compared
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<Patient> waiting = new PriorityBlockingQueue<>();
        Thread[] doctors = new Thread[2];
        for (int i = 0; i < doctors.length; i++) {
            doctors[i] = new Thread(() -> treat(waiting));
            doctors[i].start();
        }
        for (int i = 0; i < 5; i++) {
            Patient patient = new Patient(i, 10 * i);
            patient.arrived = i; // safe: before the patient waits
            waiting.put(patient);
        }
        for (Thread doctor : doctors) {
            doctor.join();
        }
        int visits = 0;
        for (Patient patient : waiting) {
            visits += patient.visits; // safe: both have gone home
        }
        System.out.println(visits);
    }
}
