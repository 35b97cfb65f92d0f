package heldout.pillarpost;

import java.util.ArrayList;
import java.util.List;

final class Parcel {
    private final String address;
    private final List<String> letters;

    Parcel(String address, int expected) {
        this.address = address;
        this.letters = new ArrayList<>(expected);
    }

    void put(String letter) {
        letters.add(letter); // race:letters
    }

    int size() {
        return letters.size(); // race:letters
    }

    String address() {
        return address; // safe: final
    }
}
