package heldout.payroll;

import java.util.ArrayList;
import java.util.List;

class Employee {
    final int id;
    final String department;
    private double salary;
    private double bonus;
    private int raises;
    private final List<String> notes = new ArrayList<>();

    Employee(int id, String department, double salary) {
        this.id = id;
        this.department = department;
        this.salary = salary; // safe: not shared yet
    }

    void raise(double percent) {
        salary *= 1 + percent / 100; // safe: one task per employee
        raises++; // safe: one task per employee
        notes.add("raise " + percent); // safe: own list, one task per employee
    }

    synchronized void addBonus(double amount) {
        bonus += amount; // safe: guarded by the employee
    }

    synchronized double bonus() {
        return bonus; // safe: guarded by the employee
    }

    double salary() {
        return salary; // safe: raises are over or it is the own element
    }

    int noteCount() {
        return notes.size() + raises; // safe: raises are over
    }
}
