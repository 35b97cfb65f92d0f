package heldout.cartservice;

/** One line in a cart. */
record LineItem(String sku, int quantity) {}
