package heldout.logship2;

enum Level { DEBUG, INFO, WARN, ERROR }
