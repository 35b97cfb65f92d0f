package java09.privateinterface;

/** Private methods of interfaces, static or not. */
interface PrivateInterface {
    default int answer() {
        return half() + other();
    }

    private int half() {
        return 21;
    }

    private static int other() {
        return 21;
    }
}
