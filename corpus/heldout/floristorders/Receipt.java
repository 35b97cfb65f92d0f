package heldout.floristorders;

record Receipt(long orderId, long cents, String courier) {
}
