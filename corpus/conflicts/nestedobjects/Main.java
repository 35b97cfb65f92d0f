package conflicts.nestedobjects;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A school whose containers do not change, while the objects deep inside do. */
public final class Main {
    static final class Pupil {
        final String name;
        int marks;
        int absences;
        Desk desk;

        Pupil(String name) {
            this.name = name;
        }
    }

    static final class Desk {
        int scratches;
        String owner;
    }

    static final class Form {
        final List<Pupil> pupils = new ArrayList<>();
        int lessons;
    }

    static final class School {
        final Map<String, Form> forms = new HashMap<>();

        School() {
            for (String name : new String[] {"1a", "1b"}) {
                Form form = new Form();
                for (int i = 0; i < 3; i++) {
                    Pupil pupil = new Pupil(name + i);
                    pupil.desk = new Desk(); // safe: before start
                    pupil.desk.owner = pupil.name; // safe: before start
                    form.pupils.add(pupil); // safe: before start
                }
                forms.put(name, form); // safe: before start
            }
        }
    }

    static void teach(School school, String name) {
        Form form = school.forms.get(name); // safe: nobody changes the map
        form.lessons++; // race:lessons
        for (Pupil pupil : form.pupils) { // safe: nobody changes the list
            pupil.marks += pupil.name.length(); // race:marks
            pupil.desk.scratches++; // race:scratches
            synchronized (pupil) {
                pupil.absences++; // safe: every use holds the pupil
            }
            if (pupil.desk.owner == null) { // safe: written before start
                throw new AssertionError();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        School school = new School();
        School empty = new School();
        Thread maths = new Thread(() -> {
            teach(school, "1a");
            teach(school, "1b");
        });
        Thread music = new Thread(() -> {
            teach(school, "1b");
            teach(school, "1a");
        });
        maths.start();
        music.start();
        teach(empty, "1a");
        maths.join();
        music.join();
        int absences = 0;
        for (Form form : school.forms.values()) { // safe: after join
            absences += form.pupils.get(0).absences; // safe: after join
        }
        System.out.println(absences + empty.forms.get("1a").lessons); // safe: after join, and main's own
    }
}
