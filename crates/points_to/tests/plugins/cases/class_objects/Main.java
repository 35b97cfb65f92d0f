package class_objects;

// What class objects tell: each gives back a class that can be used.
//= main -> Below.<init>
//= main -> Above.<init>
//= Main.own = class Below
//= Main.above = class Above
//= Main.interfaces = class Shape
//= Main.component = class Below
//= Main.arrayType = class Below[]
//= Main.named = "class_objects.Below"
//= Main.again = Below
//= Main.parent = Above
//= Main.nested = class Main$Inner
//= Main.host = class Main
//= Main.deep = Below[], Below[][], Below[][][]
// Arrays of the class of an array, again and again, come to an end.
//= Main.deeper = Above[], Above[][], Above[][][]
//= edit new Below() to new Above()
//= edited Main.own = class Above
//= edited Main.above = class java/lang/Object
//= edited Main.again = Above
public class Main {
    static Object own, above, interfaces, component, arrayType, named, again, parent, nested, host, deep, deeper;

    static class Inner {}

    @SuppressWarnings("deprecation")
    public static void main(String[] args) throws Exception {
        Object some = new Below();
        own = some.getClass();
        above = some.getClass().getSuperclass();
        interfaces = Below.class.getInterfaces()[0];
        component = new Below[0].getClass().getComponentType();
        arrayType = java.lang.reflect.Array.newInstance(Below.class, 0).getClass();
        named = Below.class.getName();
        again = Class.forName(some.getClass().getName()).newInstance();
        parent = Below.class.getSuperclass().newInstance();
        nested = Main.class.getDeclaredClasses()[0];
        host = Inner.class.getEnclosingClass();
        deep = java.lang.reflect.Array.newInstance(Below.class, 2, 2);
        deeper = new Above[1];
        for (int i = 0; i < 2; i++) {
            deeper = java.lang.reflect.Array.newInstance(deeper.getClass(), 1);
        }
    }
}

interface Shape {}

class Above {}

class Below extends Above implements Shape {}
