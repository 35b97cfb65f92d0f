package registry;

interface Handler {
    Object handle(Object request);

    default Object refuse(Object request) {
        throw new Refused(request);
    }
}

class Echo implements Handler {
    @Override
    public Object handle(Object request) {
        return request;
    }
}

class Failing implements Handler {
    @Override
    public Object handle(Object request) {
        return refuse(request);
    }
}

class Refused extends RuntimeException {
    final Object reason;

    Refused(Object reason) {
        this.reason = reason;
    }
}
