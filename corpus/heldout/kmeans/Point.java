package heldout.kmeans;

class Point {
    final double x;
    final double y;
    int cluster = -1;

    Point(double x, double y) {
        this.x = x;
        this.y = y;
    }
}
