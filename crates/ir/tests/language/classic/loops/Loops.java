package classic.loops;

import java.util.Iterator;

/** Loops of every kind, with labels. */
class Loops {
    static int kinds(int n) {
        int sum = 0;
        while (n > 100) {
            n /= 2;
        }
        do {
            sum += n--;
        } while (n > 50);
        for (int i = 0, j = n; i < j; i++, j--) {
            sum += i * j;
        }
        return sum;
    }

    static int labels(int[][] rows) {
        int found = -1;
        outer:
        for (int i = 0; i < rows.length; i++) {
            for (int j = 0; ; j++) {
                if (j == rows[i].length) {
                    continue outer;
                }
                if (rows[i][j] == 0) {
                    found = i;
                    break outer;
                }
            }
        }
        return found;
    }

    static int block(int a) {
        leave: {
            if (a > 0) {
                break leave;
            }
            a = -a;
        }
        return a;
    }

    static int over(Iterable<String> texts) {
        int length = 0;
        for (String text : texts) {
            length += text.length();
        }
        for (Iterator<String> i = texts.iterator(); i.hasNext(); ) {
            i.next();
        }
        return length;
    }

    static void forever() {
        for (;;) {
        }
    }
}
