package heldout.alertrouter;

class MailChannel extends Channel {
    private final StringBuilder outbox = new StringBuilder();

    MailChannel(Router router, int slot) {
        super(router, slot);
    }

    @Override
    boolean deliver(Alert alert, String stamp) {
        outbox.append(stamp).append(' '); // safe: only the mail worker
        delivered++; // safe: only this channel's worker
        return !alert.attribute("level").equals("low");
    }

    @Override
    String name() { return "mail"; }
}
