package heldout.faretable;

public class Fare {
    public final String route;
    public final int cents;
    private int discountPercent;

    public Fare(String route, int cents) {
        this.route = route;
        this.cents = cents;
    }

    public void promote(int percent) {
        this.discountPercent = percent; // race:discount
    }

    public int payable() {
        int off = discountPercent; // race:discount
        return cents - cents * off / 100; // safe: cents is final
    }
}
