package classic.bigswitch;

/** A switch with many cases that lead to few blocks. */
class BigSwitch {
    static int daysIn(int month, boolean leap) {
        switch (month) {
            case 1: case 3: case 5: case 7: case 8: case 10: case 12:
                return 31;
            case 4: case 6: case 9: case 11:
                return 30;
            case 2:
                return leap ? 29 : 28;
            case 100: case 101: case 102: case 103: case 104: case 105: case 106: case 107: case 108: case 109:
            case 110: case 111: case 112: case 113: case 114: case 115: case 116: case 117: case 118: case 119:
                month -= 100;
                break;
            default:
                throw new IllegalArgumentException();
        }
        return month;
    }
}
