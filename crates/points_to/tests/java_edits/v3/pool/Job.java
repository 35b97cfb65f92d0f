package pool;

interface Job {
    void execute();
}

abstract class Named implements Job {
    final String text;

    Named(String text) {
        this.text = text;
    }

    @Override
    public void execute() {
        Pool.last = this;
    }
}

class Print extends Named {
    Print(String text) {
        super(text);
    }
}

class Sum extends Named {
    Object result;

    Sum(int a, int b) {
        super(a + "+" + b);
        result = a + b;
    }

    @Override
    public void execute() {
        super.execute();
        System.out.println(result);
    }
}
