package classic.switches;

/** Switches by table, by lookup, with and without fall through, nested. */
class Switches {
    static int dense(int n) {
        switch (n) {
            case 1:
                return 10;
            case 2:
            case 3:
                n += 5;
            case 4:
                n++;
                break;
            default:
                n = 0;
        }
        return n;
    }

    static String sparse(int n) {
        switch (n) {
            case Integer.MIN_VALUE: return "least";
            case -1: return "negative";
            case 1000: return "thousand";
            case Integer.MAX_VALUE: return "most";
        }
        return null;
    }

    static int chars(char c) {
        int value = 0;
        switch (c) {
            case 'a': value = 1; break;
            case 'z': value = 26; break;
        }
        return value;
    }

    static int nested(int a, int b) {
        switch (a) {
            case 0:
                switch (b) {
                    case 0: return 0;
                    default: break;
                }
            default:
                return -1;
        }
    }

    static void onlyDefault(int a) {
        switch (a) {
            default:
                System.out.println(a);
        }
    }
}
