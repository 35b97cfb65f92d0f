package heldout.logship;

enum Level { DEBUG, INFO, WARN }
