package work;

import org.sunflow.SunflowAPI;
import org.sunflow.core.Display;
import org.sunflow.image.Color;
import org.sunflow.math.Matrix4;
import org.sunflow.math.Point3;
import org.sunflow.math.Vector3;

/** Renders spheres on a plane; the two threads are those that the renderer starts. */
final class Program implements Work {
    @Override
    public long round() {
        SunflowAPI api = new SunflowAPI();
        shaders(api);
        for (int i = 0; i < 4; i++) {
            sphere(api, "sphere" + i, Matrix4.translation(2 * i - 3, 1, 0), i % 2 == 0 ? "matt" : "shiny");
        }
        floor(api);
        light(api);
        camera(api);
        Picture picture = new Picture();
        options(api);
        api.render(SunflowAPI.DEFAULT_OPTIONS, picture);
        return picture.buckets * 1_000_000L + (long) (picture.brightest * 1000);
    }

    private static void shaders(SunflowAPI api) {
        api.parameter("diffuse", "sRGB linear", 0.7f, 0.3f, 0.2f);
        api.shader("matt", "diffuse");
        api.parameter("diffuse", "sRGB linear", 0.2f, 0.3f, 0.7f);
        api.parameter("shiny", 0.3f);
        api.shader("shiny", "shiny_diffuse");
    }

    private static void sphere(SunflowAPI api, String name, Matrix4 place, String shader) {
        api.geometry(name, "sphere");
        api.parameter("transform", place);
        api.parameter("shaders", new String[] {shader});
        api.instance(name + ".instance", name);
    }

    private static void floor(SunflowAPI api) {
        api.parameter("center", new Point3(0, 0, 0));
        api.parameter("normal", new Vector3(0, 1, 0));
        api.geometry("floor", "plane");
        api.parameter("shaders", new String[] {"matt"});
        api.instance("floor.instance", "floor");
    }

    private static void light(SunflowAPI api) {
        api.parameter("center", new Point3(5, 8, 5));
        api.parameter("power", "sRGB linear", 400, 400, 400);
        api.light("lamp", "point");
    }

    private static void camera(SunflowAPI api) {
        Matrix4 view = Matrix4.lookAt(new Point3(0, 4, 10), new Point3(0, 1, 0), new Vector3(0, 1, 0));
        api.parameter("transform", view);
        api.parameter("fov", 45f);
        api.parameter("aspect", 4f / 3f);
        api.camera("eye", "pinhole");
    }

    private static void options(SunflowAPI api) {
        api.parameter("camera", "eye");
        api.parameter("resolutionX", 240);
        api.parameter("resolutionY", 180);
        api.parameter("aa.min", 0);
        api.parameter("aa.max", 1);
        api.parameter("threads", 2);
        api.parameter("sampler", "bucket");
        api.options(SunflowAPI.DEFAULT_OPTIONS);
    }

    /** Takes the picture that the threads make, a bucket at a time. */
    private static final class Picture implements Display {
        private int buckets;
        private float brightest;

        @Override
        public void imageBegin(int width, int height, int bucketSize) {
        }

        @Override
        public void imagePrepare(int x, int y, int width, int height, int thread) {
        }

        @Override
        public synchronized void imageUpdate(int x, int y, int width, int height, Color[] data, float[] alpha) {
            buckets++;
            for (Color color : data) {
                brightest = Math.max(brightest, color.getLuminance());
            }
        }

        @Override
        public void imageFill(int x, int y, int width, int height, Color color, float alpha) {
        }

        @Override
        public void imageEnd() {
        }
    }
}
