package heldout.parking;

final class Tariff {
    int cents;
}
