package classic.enumswitch;

/** A switch over an enum goes through a table in a synthetic class. */
class EnumSwitch {
    enum Colour { RED, GREEN, BLUE }

    static int number(Colour colour) {
        switch (colour) {
            case RED:
                return 1;
            case BLUE:
                return 3;
            default:
                return 0;
        }
    }
}
