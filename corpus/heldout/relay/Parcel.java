package heldout.relay;

final class Parcel {
    final int number;
    int weight;
    boolean insured;
    String signature;

    Parcel(int number) {
        this.number = number;
    }
}
