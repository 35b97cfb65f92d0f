package heldout.piper;

/** A piece of luggage; plain fields, given away completely by its owner. */
class Luggage {

    final String tag;
    private int weight;
    private String position;

    Luggage(String tag, int weight) {
        this.tag = tag;
        this.weight = weight;
        this.position = "desk";
    }

    void addLabel(int grams) {
        weight += grams; // safe: one owner at a time, handed over through the belt
    }

    void moveTo(String place) {
        position = place; // safe: one owner at a time, handed over through the belt
    }

    int getWeight() {
        return weight;
    }

    @Override
    public String toString() {
        return tag + "@" + position + ":" + weight; // safe: printed by the last owner
    }
}
