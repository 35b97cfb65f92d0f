// Objects travel through arrays: System.arraycopy, clone, Arrays.copyOf, asList, fill, setAll, arrays of arrays, and an
// array seen as Object. Calls on what comes out go to what was put in.
package callgraph.arrays;

import java.util.Arrays;
import java.util.List;

public class Main {
    public static void main(String[] args) {
        Tool[] tools = {new Hammer(), new Saw()};
        Tool[] copied = new Tool[4];
        System.arraycopy(tools, 0, copied, 1, 2);
        System.out.println(copied[1].use() + " " + copied[2].use());

        Drill[] drills = {new Drill(5)};
        Drill[] cloned = drills.clone();
        System.out.println(cloned[0].use());

        Object hidden = new Wrench[] {new Wrench()};
        System.out.println(((Tool[]) hidden)[0].use());

        Tool[] longer = Arrays.copyOf(new Tool[] {new File()}, 2);
        System.out.println(longer[0].use() + " " + longer[1]);
        List<Tool> list = Arrays.asList(new Clamp(), new Hammer());
        System.out.println(list.get(0).use());
        Tool[] back = list.toArray(new Tool[0]);
        System.out.println(back[1].use());

        Level[][] grid = new Level[2][2];
        Arrays.fill(grid[1], new Level());
        System.out.println(grid[1][1].use());
        Tool[] made = new Tool[2];
        Arrays.setAll(made, Main::make);
        System.out.println(made[0].use() + " " + made[1].use());
        Tool[] sorted = {new Drill(9), new Drill(3)};
        Arrays.sort(sorted, (left, right) -> left.use().compareTo(right.use()));
        System.out.println(sorted[0].use());
    }

    static Tool make(int index) {
        return index == 0 ? new Saw() : new Ruler();
    }
}

interface Tool {
    String use();
}

class Hammer implements Tool {
    @Override
    public String use() {
        return "bang";
    }
}

class Saw implements Tool {
    @Override
    public String use() {
        return "rrr";
    }
}

class Drill implements Tool {
    private final int speed;

    Drill(int speed) {
        this.speed = speed;
    }

    @Override
    public String use() {
        return "bz".repeat(speed);
    }
}

class Wrench implements Tool {
    @Override
    public String use() {
        return "click";
    }
}

class File implements Tool {
    @Override
    public String use() {
        return "scrape";
    }
}

class Clamp implements Tool {
    @Override
    public String use() {
        return "hold";
    }
}

class Level implements Tool {
    @Override
    public String use() {
        return "straight";
    }
}

class Ruler implements Tool {
    @Override
    public String use() {
        return "measure";
    }
}
