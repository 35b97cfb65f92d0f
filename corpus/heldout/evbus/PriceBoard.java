package heldout.evbus;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Last price and number of changes per symbol. */
class PriceBoard implements Consumer<Tick> {
    private final Map<String, Integer> last = new HashMap<>();

    @Override
    public void accept(Tick t) {
        Integer before = last.get(t.symbol()); // race:last
        if (before == null || before != t.price()) {
            last.put(t.symbol(), t.price()); // race:last
        }
    }

    int symbols() {
        return last.size(); // safe: called after both feeds were joined
    }
}
