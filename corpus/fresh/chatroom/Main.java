package fresh.chatroom;

import java.util.ArrayList;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

public class Main {
    static class Member {
        private final String name;
        private final List<String> inbox = Collections.synchronizedList(new ArrayList<>());

        Member(String name) {
            this.name = name;
        }

        void deliver(String text) {
            inbox.add(name + "<-" + text); // safe: a synchronized list
        }

        int unread() {
            return inbox.size(); // safe: a synchronized list
        }
    }

    static class Room {
        private final Set<Member> members = new HashSet<>();
        private final List<String> history = Collections.synchronizedList(new ArrayList<>(512));
        private String topic = "none";

        synchronized void join(Member member) {
            members.add(member); // safe: under this
        }

        synchronized void leave(Member member) {
            members.remove(member); // safe: under this
        }

        void say(Member from, String text) {
            List<Member> audience;
            synchronized (this) {
                audience = new ArrayList<>(members); // safe: under this
            }
            history.add(from.name + ": " + text); // race:history
            for (Member member : audience) { // safe: a copy
                member.deliver(text);
            }
        }

        int search(String word) {
            int hits = 0;
            try {
                for (String line : history) { // race:history
                    if (line != null && line.contains(word)) {
                        hits++;
                    }
                }
            } catch (ConcurrentModificationException e) {
                return 0;
            }
            return hits;
        }

        int searchProperly(String word) {
            int hits = 0;
            synchronized (history) {
                for (String line : history) { // safe: under the lock of the synchronized list
                    if (line != null && line.contains(word)) {
                        hits++;
                    }
                }
            }
            return hits;
        }

        synchronized void setTopic(String topic) {
            this.topic = topic; // race:topic
        }

        String getTopic() {
            return topic; // race:topic
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Room room = new Room();
        Thread[] people = new Thread[3];
        for (int i = 0; i < people.length; i++) {
            Member member = new Member("user" + i);
            people[i] = new Thread(() -> {
                room.join(member);
                for (int n = 0; n < 30; n++) {
                    room.say(member, n % 2 == 0 ? "hello " + n : "bye " + n);
                    if (n == 10) {
                        room.setTopic(member.name);
                    }
                }
                if (room.search("hello") < 0 || room.getTopic() == null || member.unread() < 30) {
                    throw new IllegalStateException();
                }
                room.leave(member);
            });
        }
        for (Thread person : people) {
            person.start();
        }
        for (Thread person : people) {
            person.join();
        }
        System.out.println(room.searchProperly("bye"));
    }
}
