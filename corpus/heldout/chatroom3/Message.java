package heldout.chatroom3;

class Message {
    static final Message END = new Message("system", "bye");

    final String from;
    final String text;
    String status = "NEW"; // safe: written before the message is queued
    int hops;

    Message(String from, String text) {
        this.from = from;
        this.text = text;
    }
}
