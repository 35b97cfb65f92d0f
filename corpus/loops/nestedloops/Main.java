package loops.nestedloops;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Schools, classes and pupils: parallel loops within parallel loops. */
public final class Main {
    static final class Pupil {
        int points;
        int days;
        int prizes;
    }

    static final class Room {
        final List<Pupil> pupils = new ArrayList<>();
        int sum;
        int counted;
        int swept;
    }

    static final class School {
        final List<Room> rooms = new ArrayList<>();
        int sum;
        int inspections;
        int first;
    }

    private static int all;
    private static final LongAdder ADDED = new LongAdder();

    static List<School> found(int count) {
        List<School> schools = new ArrayList<>();
        for (int s = 0; s < count; s++) {
            School school = new School();
            for (int r = 0; r < 4; r++) {
                Room room = new Room();
                for (int p = 0; p < 6; p++) {
                    room.pupils.add(new Pupil());
                }
                school.rooms.add(room);
            }
            schools.add(school);
        }
        return schools;
    }

    static void inner(School school) {
        school.inspections++; // safe: the outer loop has each school once
        school.rooms.parallelStream().forEach(room -> {
            room.swept++; // safe: each room is one element of one school
            school.sum += room.swept; // race:schoolSum
            room.pupils.parallelStream().forEach(pupil -> {
                pupil.points += 2; // safe: each pupil is one element of one room
                room.sum += pupil.points; // race:roomSum
                all++; // race:all
                ADDED.add(pupil.points); // safe: made for threads
            });
            room.counted = room.pupils.size(); // safe: each room is one element of one school
        });
        school.first = school.rooms.get(0).counted; // safe: the inner loop has ended
    }

    static int sequentialInside(List<School> schools) {
        return schools.parallelStream().mapToInt(school -> {
            int[] days = new int[1];
            school.rooms.forEach(room -> room.pupils.forEach(pupil -> {
                pupil.days++; // safe: each pupil is in one school
                days[0] += pupil.days; // safe: made by this iteration, and the inner loops are not parallel
            }));
            return days[0]; // safe: made by this iteration
        }).sum();
    }

    static int parallelInside(List<School> schools) {
        int sum = 0;
        for (School school : schools) {
            int[] prizes = new int[1];
            school.rooms.parallelStream().flatMap(room -> room.pupils.stream()).forEach(pupil -> {
                pupil.prizes++; // safe: each pupil is in one room
                prizes[0]++; // race:prizes
            });
            sum += Math.min(prizes[0], 0); // safe: the inner loop has ended
        }
        return sum;
    }

    public static void main(String[] args) {
        List<School> schools = found(6);
        schools.parallelStream().forEach(Main::inner);
        int[][] grid = IntStream.range(0, 8).parallel()
                .mapToObj(r -> IntStream.range(0, 8).parallel().map(c -> r * c).toArray()) // safe: values only
                .toArray(int[][]::new);
        IntStream.range(0, 8).parallel().forEach(r -> {
            IntStream.range(0, 8).parallel().forEach(c -> {
                grid[r][c]++; // race:grid
                grid[c][0] = r; // race:grid
            });
        });
        int rooms = schools.stream().mapToInt(school -> school.first + school.inspections).sum(); // safe: the loops have ended
        String counts = schools.stream().map(school -> "" + school.rooms.get(3).swept).collect(Collectors.joining()); // safe: the loops have ended
        System.out.println(rooms + " " + counts + " " + sequentialInside(schools) + " " + parallelInside(schools) + " " + ADDED.sum());
        if (all > 144 || grid[1][1] != 2 || schools.get(0).sum > 4) { // safe: the loops have ended
            throw new AssertionError();
        }
    }
}
