package classic.boxing;

import java.util.List;

/** Boxing and unboxing, alone and in compound assignments. */
class Boxing {
    static Integer box(int a) {
        return a;
    }

    static int unbox(Long a) {
        return (int) (long) a;
    }

    static Integer increment(Integer a) {
        a++;
        ++a;
        a += 2;
        return a;
    }

    static double mixed(Integer a, Double b, char c) {
        return a + b + c;
    }

    static boolean compare(Integer a, Integer b, int c) {
        return a == b || a == c || a < b;
    }

    static long sum(List<Long> numbers) {
        long sum = 0;
        for (long number : numbers) {
            sum += number;
        }
        return sum;
    }

    static Object choice(boolean first) {
        return first ? 1 : 2.0;
    }
}
