package classic.stringswitch;

/** javac makes two switches of a switch over strings; "Aa" and "BB" have one hash code. */
class StringSwitch {
    static int number(String word) {
        switch (word) {
            case "Aa":
                return 1;
            case "BB":
                return 2;
            case "other":
                break;
            default:
                return 4;
        }
        return 3;
    }
}
