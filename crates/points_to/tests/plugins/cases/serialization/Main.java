package serialization;

import java.io.*;

// Object streams call hooks of the classes of what they write and read, also of what that holds.
//= main -> Letter.writeObject
//= main -> Letter.readObject
// missed: what fields of written objects hold is not followed, so Stamp.readResolve and what it returns are not seen
//= main -> Paper.writeObject
//= never Unsent.readObject
//= Main.read = Letter
//= Letter.stream = java/io/ObjectInputStream
//= edit out.writeObject(new Letter()) to out.writeObject(null)
//= edited never Letter.writeObject
//= edited Main.read =
public class Main {
    static Object read;

    public static void main(String[] args) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ObjectOutputStream out = new ObjectOutputStream(bytes);
        out.writeObject(new Letter());
        read = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    }
}

class Paper implements Serializable {
    private void writeObject(ObjectOutputStream out) {}
}

class Letter extends Paper {
    static Object stream;
    Object stamp = new Stamp();

    private void writeObject(ObjectOutputStream out) {}

    private void readObject(ObjectInputStream in) {
        stream = in;
    }
}

class Single {}

class Stamp implements Serializable {
    private Object readResolve() {
        return new Single();
    }
}

class Unsent implements Serializable {
    private void readObject(ObjectInputStream in) {}
}
