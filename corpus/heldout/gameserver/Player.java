package heldout.gameserver;

/** A player and what belongs to him. */
class Player {
    final int id;
    int x;
    int health = 100;
    int potions = 3;
    int sent;

    Player(int id) {
        this.id = id;
        this.x = id * 10;
    }

    void move(int dx) {
        x += dx; // race:posx
    }

    boolean near(Player other) {
        return Math.abs(other.x - x) < 5; // race:posx
    }

    boolean drink() {
        if (potions == 0) { // safe: only the player's own network thread
            return false;
        }
        potions--; // safe: only the player's own network thread
        synchronized (this) {
            health = Math.min(100, health + 5); // race:health
        }
        return true;
    }

    void hurt(int damage) {
        health -= damage; // race:health
    }
}
