package heldout.alertrouter;

class PagerChannel extends Channel {
    private String lastPage = "";

    PagerChannel(Router router, int slot) {
        super(router, slot);
    }

    @Override
    boolean deliver(Alert alert, String stamp) {
        boolean fresh = !alert.topic().equals(lastPage); // safe: only the pager worker
        lastPage = alert.topic(); // safe: only the pager worker
        delivered++; // safe: only this channel's worker
        return fresh;
    }

    @Override
    String name() { return "pager"; }
}
