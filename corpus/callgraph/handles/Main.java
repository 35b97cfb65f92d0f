// Method handles of every kind (static, virtual, special, constructor), bound, combined and filtered, and variable handles
// on fields and arrays. The JVM's adapters are hidden, so a call leads from the caller to what the handle stands for.
package callgraph.handles;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;

public class Main {
    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle twice = lookup.findStatic(Main.class, "twice", MethodType.methodType(int.class, int.class));
        System.out.println((int) twice.invokeExact(21));
        MethodHandle make =
                lookup.findConstructor(Account.class, MethodType.methodType(void.class, int.class));
        Account account = (Account) make.invoke(10);
        MethodHandle deposit =
                lookup.findVirtual(Account.class, "deposit", MethodType.methodType(int.class, int.class));
        System.out.println((int) deposit.invoke((Account) new Savings(100), 5));
        MethodHandle bound = deposit.bindTo(account);
        System.out.println(bound.invokeWithArguments(7));
        System.out.println((int) MethodHandles.filterReturnValue(bound, twice).invokeExact(1));
        System.out.println(Savings.throughSuper(new Savings(1)));
        MethodHandle test = lookup.findStatic(Main.class, "isBig", MethodType.methodType(boolean.class, int.class));
        MethodHandle guarded = MethodHandles.guardWithTest(test, twice,
                lookup.findStatic(Main.class, "small", MethodType.methodType(int.class, int.class)));
        System.out.println((int) guarded.invokeExact(1) + (int) guarded.invokeExact(1000));

        VarHandle balance = Account.balanceHandle();
        System.out.println(balance.compareAndSet(account, (int) balance.getVolatile(account), 1));
        System.out.println(balance.getAndAdd(account, 2) + " " + account.balance());
        Account[] accounts = new Account[2];
        VarHandle element = MethodHandles.arrayElementVarHandle(Account[].class);
        element.setRelease(accounts, 1, account);
        System.out.println(((Account) element.getAcquire(accounts, 1)).balance());
    }

    static int twice(int number) {
        return 2 * number;
    }

    static int small(int number) {
        return -number;
    }

    static boolean isBig(int number) {
        return number > 100;
    }
}

class Account {
    private volatile int balance;

    Account(int balance) {
        this.balance = balance;
    }

    int deposit(int amount) {
        balance = balance + amount;
        return balance();
    }

    int balance() {
        return balance;
    }

    static VarHandle balanceHandle() throws ReflectiveOperationException {
        return MethodHandles.lookup().findVarHandle(Account.class, "balance", int.class);
    }
}

class Savings extends Account {
    Savings(int balance) {
        super(balance);
    }

    @Override
    int deposit(int amount) {
        return super.deposit(amount + interest());
    }

    private int interest() {
        return 1;
    }

    static int throughSuper(Savings savings) throws Throwable {
        MethodHandle inherited = MethodHandles.lookup().findSpecial(
                Account.class, "deposit", MethodType.methodType(int.class, int.class), Savings.class);
        return (int) inherited.invoke(savings, 30);
    }
}
