// Virtual, super and static dispatch: who is called depends on the class of the object, not on the type of the variable.
// `Truck.describe` is never called, although its class is loaded; `Vehicle.refuel` is inherited by all but one.
package callgraph.dispatch;

public class Main {
    public static void main(String[] args) {
        Vehicle[] fleet = {new Car("red"), new Bicycle(), new SportsCar("blue")};
        int total = 0;
        for (Vehicle vehicle : fleet) {
            total += vehicle.wheels();
            System.out.println(vehicle.describe());
            vehicle.refuel(3);
        }
        System.out.println(total + " wheels, " + new Truck().wheels() + " on a truck");
        System.out.println(Vehicle.count() + " vehicles, " + Car.count());
        Vehicle hidden = new SportsCar("green");
        System.out.println(((Car) hidden).colour() + " " + hidden.fuel);
    }
}

abstract class Vehicle {
    private static int made;
    protected int fuel;

    Vehicle() {
        made++;
        prepare();
    }

    // Called by the constructor, before that of the subclass has run.
    void prepare() {
        fuel = 1;
    }

    abstract int wheels();

    String describe() {
        return "something with " + wheels() + " wheels";
    }

    void refuel(int amount) {
        fuel += checked(amount);
    }

    private int checked(int amount) {
        return Math.max(0, amount);
    }

    static int count() {
        return made;
    }
}

class Car extends Vehicle {
    private final String colour;

    Car(String colour) {
        this.colour = colour;
    }

    @Override
    int wheels() {
        return 4;
    }

    @Override
    String describe() {
        return colour() + " car, " + super.describe();
    }

    String colour() {
        return colour;
    }

    // Hides Vehicle.count, which is not dispatch.
    static int count() {
        return -1;
    }
}

final class SportsCar extends Car {
    SportsCar(String colour) {
        super("shiny " + colour);
    }

    @Override
    void prepare() {
        super.prepare();
        fuel *= 2;
    }

    @Override
    String describe() {
        return "fast " + super.describe();
    }
}

class Bicycle extends Vehicle {
    @Override
    int wheels() {
        return 2;
    }

    @Override
    void refuel(int amount) {
        // It needs none.
    }
}

class Truck extends Vehicle {
    @Override
    int wheels() {
        return 6;
    }

    @Override
    String describe() {
        return "a truck";
    }
}
