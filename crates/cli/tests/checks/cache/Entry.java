package cache;

/** A bean, which nobody shares. */
public class Entry {
    private int weight;

    public int getWeight() {
        return weight;
    }

    public void setWeight(int weight) {
        this.weight = weight;
    }
}
