package heldout.checkout;

final class Order {
    final int id;
    final int items;
    long total;
    int shelf;
    String note = "";
    boolean confirmed;

    Order(int id, int items) {
        this.id = id;
        this.items = items;
    }
}
