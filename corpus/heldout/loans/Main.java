package heldout.loans;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collector;
import java.util.stream.Collectors;

/** Loans of a library are grouped by branch and by member; then the groups are worked on in parallel. */
public final class Main {
    static final class Member {
        final int id;
        int fines;
        int letters;

        Member(int id) {
            this.id = id;
        }
    }

    static final class Loan {
        final int number;
        final String branch;
        final Member member;
        int fine;
        int reminders;

        Loan(int number, String branch, Member member) {
            this.number = number;
            this.branch = branch;
            this.member = member;
        }
    }

    static final class Count {
        int loans;

        Count(int loans) {
            this.loans = loans;
        }

        Count with(Count other) {
            loans += other.loans; // safe: counts are made by this stream, and merged by one thread at a time
            return this;
        }
    }

    static int classified;

    static String classify(Loan loan) {
        classified++; // race:classified
        return loan.branch;
    }

    static List<Integer> everything(List<Loan> loans) {
        List<Integer> all = new ArrayList<>(1 << 12);
        loans.parallelStream().map(loan -> loan.number).collect(Collector.of(
                () -> all,
                (list, number) -> list.add(number), // race:all
                (a, b) -> a,
                Collector.Characteristics.IDENTITY_FINISH));
        return all;
    }

    static ArrayList<Integer> numbers(List<Loan> loans) {
        return loans.parallelStream().map(loan -> loan.number).collect(
                () -> new ArrayList<>(),
                (list, number) -> list.add(number), // safe: each part has a list of its own
                (a, b) -> a.addAll(b)); // safe: both parts are complete
    }

    public static void main(String[] args) {
        Member[] members = new Member[10];
        for (int i = 0; i < members.length; i++) {
            members[i] = new Member(i);
        }
        List<Loan> loans = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            loans.add(new Loan(i, "branch " + i % 7, members[i % members.length]));
        }
        Map<String, List<Loan>> byBranch = loans.parallelStream().collect(Collectors.groupingBy(Main::classify));
        Map<Integer, Integer> worst = new HashMap<>(1 << 10);
        byBranch.entrySet().parallelStream().forEach(entry -> {
            for (Loan loan : entry.getValue()) {
                loan.fine += 5; // safe: each loan is in one group
                loan.member.fines += loan.fine; // race:fines
                worst.put(loan.number, loan.fine); // race:worst
            }
        });
        Map<Integer, List<Loan>> byMember = loans.stream().collect(Collectors.groupingBy(loan -> loan.member.id));
        byMember.values().parallelStream().forEach(group -> {
            for (Loan loan : group) {
                loan.reminders++; // safe: each loan is in one group
                loan.member.letters++; // safe: all loans of a member are in one group (false alarm: that a group has all loans of a member is not known)
            }
        });
        Map<String, Count> counts = loans.parallelStream()
                .collect(Collectors.toMap(loan -> loan.branch, loan -> new Count(1), Count::with));
        ConcurrentMap<String, List<Integer>> concurrent = loans.parallelStream().collect(Collectors.groupingByConcurrent(
                loan -> loan.branch, Collectors.mapping(loan -> loan.number, Collectors.toList()))); // safe: the collector locks the lists
        int[] passes = {0, 0};
        counts.forEach((branch, count) -> passes[0] += count.loans); // safe: a plain forEach
        counts.keySet().parallelStream().forEach(branch -> passes[1]++); // race:passes
        System.out.println(passes[0] + " " + numbers(loans).size() + " " + members[3].letters); // safe: the loops have ended
        System.out.println(concurrent.get("branch 2").size() + " " + loans.get(3).reminders);
        if (everything(loans).size() > 1 << 12 || classified < 0 || members[0].fines < 0) { // safe: the loops have ended
            throw new AssertionError();
        }
    }
}
