package services;

// Public, as providers have to be.
public class Fast implements Engine {
    @Override
    public void work() {}
}
