package pool;

interface Job {
    void execute();
}

class Print implements Job {
    private final String text;

    Print(String text) {
        this.text = text;
    }

    @Override
    public void execute() {
        System.out.println(text);
    }
}

class Sum implements Job {
    final int a;
    final int b;
    Object result;

    Sum(int a, int b) {
        this.a = a;
        this.b = b;
    }

    @Override
    public void execute() {
        result = Integer.valueOf(a + b);
    }
}
