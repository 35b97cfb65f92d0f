package heldout.warehouse;

final class Item {
    final String sku;
    final String supplier;
    int ordered;
    int delivered;

    Item(String sku, String supplier) {
        this.sku = sku;
        this.supplier = supplier;
    }
}
