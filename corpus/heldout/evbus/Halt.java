package heldout.evbus;

record Halt(String symbol, String reason) { }
