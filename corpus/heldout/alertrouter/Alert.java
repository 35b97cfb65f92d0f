package heldout.alertrouter;

import java.util.HashMap;
import java.util.Map;

class Alert {
    static final Alert STOP = new Alert("stop", 0, null);

    private final String topic;
    private final long millis;
    private final Receipt receipt;
    private final Map<String, String> attributes = new HashMap<>();

    Alert(String topic, long millis, Receipt receipt) {
        this.topic = topic;
        this.millis = millis;
        this.receipt = receipt;
    }

    Alert with(String key, String value) {
        attributes.put(key, value); // safe: each channel works on its own copy, handed over by its inbox
        return this;
    }

    Alert copy() {
        Alert twin = new Alert(topic, millis, receipt);
        twin.attributes.putAll(attributes); // safe: the original never leaves the dispatching thread
        return twin;
    }

    String attribute(String key) {
        return attributes.getOrDefault(key, ""); // safe: own copy
    }

    String topic() { return topic; }
    long millis() { return millis; }
    Receipt receipt() { return receipt; }
}
