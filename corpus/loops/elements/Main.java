package loops.elements;

import java.util.ArrayList;
import java.util.LinkedList;
import java.util.List;

/** Employees, put into lists by plain loops, get their pay by parallel ones. */
public final class Main {
    static final class Department {
        final String name;
        long payroll;
        int heads;

        Department(String name) {
            this.name = name;
        }
    }

    static final class Employee {
        final int number;
        final Department department;
        long salary;
        long bonus;
        int raises;
        String grade = "new";

        Employee(int number, Department department) {
            this.number = number;
            this.department = department;
            this.salary = 2000 + number * 20; // safe: in the constructor
        }

        void raise(int percent) {
            salary += salary * percent / 100; // safe: each employee is one element
            raises++; // safe: each employee is one element
        }
    }

    static List<Employee> hire(int count) {
        Department[] departments = {new Department("sales"), new Department("stock")};
        List<Employee> staff = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Employee employee = new Employee(i, departments[i % 2]);
            employee.bonus = 5; // safe: before the loop
            staff.add(employee);
        }
        return staff;
    }

    static long pay(List<Employee> staff) {
        staff.parallelStream().forEach(employee -> {
            employee.raise(10);
            employee.bonus += employee.salary / 100; // safe: each employee is one element
            employee.grade = employee.bonus > 30 ? "senior" : "junior"; // safe: each employee is one element
            employee.department.payroll += employee.salary; // race:payroll
            synchronized (employee.department) {
                employee.department.heads++; // safe: under the department
            }
        });
        long sum = 0;
        for (Employee employee : staff) {
            sum += employee.salary + employee.bonus; // safe: forEach has ended
        }
        return sum;
    }

    public static void main(String[] args) {
        List<Employee> staff = hire(100);
        Employee boss = new Employee(-1, staff.get(0).department);
        System.out.println(pay(staff));
        List<Employee> seniors = new LinkedList<>();
        for (Employee employee : staff) {
            if (employee.grade.equals("senior")) { // safe: forEach has ended
                seniors.add(employee);
            }
        }
        seniors.parallelStream().forEach(employee -> {
            employee.raises += 2; // safe: each senior is one element
            boss.raises++; // race:boss
            employee.raise(1);
        });
        System.out.println(seniors.size() + " " + staff.get(1).department.heads); // safe: forEach has ended
        if (boss.raises < 1 || boss.department.payroll < 0) { // safe: forEach has ended
            throw new AssertionError();
        }
    }
}
