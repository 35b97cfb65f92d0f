package heldout.robots;

final class Part {
    final int number;
    int welds;
    int painted;

    Part(int number) {
        this.number = number;
    }
}
