package target8.concat;

/** Before Java 9, a StringBuilder put the parts of a text together. */
class Concat {
    static String text(String name, int age, Object more) {
        String text = "name: " + name + ", age: " + age;
        text += more;
        return text;
    }

    static String inTry(Object o) {
        String text = "none";
        try {
            text = "some " + o.toString();
        } catch (NullPointerException e) {
            text += "!";
        }
        return text;
    }
}
