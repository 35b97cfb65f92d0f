package heldout.parleyhub;

import java.util.ArrayList;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

class Hub {
    private final ConcurrentMap<String, Room> rooms = new ConcurrentHashMap<>();
    private final List<String> transcript = Collections.synchronizedList(new ArrayList<>());
    private final List<String> bans = Collections.synchronizedList(new ArrayList<>());

    Room room(String name) {
        return rooms.computeIfAbsent(name, Room::new); // safe: concurrent map
    }

    void post(String roomName, Member from, String text) {
        Room room = room(roomName);
        room.broadcast(from, text);
        transcript.add(roomName + "|" + text); // race:transcript
        from.countSent();
    }

    int search(String needle) {
        int found = 0;
        try {
            for (String line : transcript) { // race:transcript
                if (line != null && line.contains(needle)) {
                    found++;
                }
            }
        } catch (ConcurrentModificationException e) {
            return 0;
        }
        return found;
    }

    void ban(String who) {
        bans.add(who); // safe: synchronized wrapper
    }

    boolean isBanned(String who) {
        synchronized (bans) {
            for (String banned : bans) { // safe: iterates under the wrapper's own lock
                if (banned.equals(who)) {
                    return true;
                }
            }
        }
        return false;
    }

    int posted() {
        return transcript.size(); // safe: synchronized wrapper
    }

    int roomCount() {
        return rooms.size(); // safe: concurrent map
    }
}
