package heldout.evbus;

record Tick(String symbol, int price) { }
