package library.beans;

/** A plain bean: nobody means it to be used by two threads at the same time. */
public class Person {
    private String name;
    private int age;

    public String getName() {
        return name; // safe: a bean
    }

    public void setName(String name) {
        this.name = name; // safe: a bean
    }

    public int getAge() {
        return age; // safe: a bean
    }

    public void setAge(int age) {
        this.age = age; // safe: a bean
    }
}
