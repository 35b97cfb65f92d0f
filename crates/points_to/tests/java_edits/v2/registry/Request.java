package registry;

class Request {
    final String text;

    Request(String text) {
        this.text = text;
    }

    @Override
    public String toString() {
        return "request " + text;
    }
}
