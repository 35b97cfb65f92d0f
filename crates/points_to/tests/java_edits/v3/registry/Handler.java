package registry;

interface Handler {
    Object handle(Object request);
}

class Echo implements Handler {
    private Handler next;

    @Override
    public Object handle(Object request) {
        if (next == null) {
            next = new Failing();
        }
        return next.handle(request);
    }
}

class Failing extends Echo {
    @Override
    public Object handle(Object request) {
        throw new Refused(request);
    }
}

class Refused extends IllegalStateException {
    final Object reason;

    Refused(Object reason) {
        this.reason = reason;
    }
}
