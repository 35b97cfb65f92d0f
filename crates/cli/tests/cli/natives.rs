//! Programs with native methods of their own, in a library that the C compiler makes.

use std::path::{Path, PathBuf};
use std::process::Command;

use project::Jdk;
use tempfile::TempDir;

use crate::common::{Outcome, deadheat, javac, write_java};
use crate::run::java;

/// Methods that the JVM finds by their names, and one that the library registers.
const LIBRARY: &str = r#"
#include <jni.h>
JNIEXPORT void JNICALL Java_Main_touch__I(JNIEnv *env, jclass type, jint times) {
    jmethodID add = (*env)->GetStaticMethodID(env, type, "add", "()V");
    for (int i = 0; i < times; i++) (*env)->CallStaticVoidMethod(env, type, add);
}
JNIEXPORT void JNICALL Java_Main_touch__(JNIEnv *env, jobject object) {
    jmethodID mine = (*env)->GetMethodID(env, (*env)->GetObjectClass(env, object), "mine", "()V");
    (*env)->CallVoidMethod(env, object, mine);
}
static jdouble sum(JNIEnv *env, jclass type, jint a, jlong b, jdouble c, jfloat d, jbyte e, jshort f,
        jlong g, jchar h, jboolean i, jdouble j, jdouble k, jdouble l, jdouble m, jdouble n, jdouble o,
        jdouble p, jfloat q, jobject r, jint s) {
    return a + 2.0 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j + 11 * k
        + 12 * l + 13 * m + 14 * n + 15 * o + 16 * p + 17 * q + (r == NULL) + 19 * s;
}
JNIEXPORT jobject JNICALL Java_Main_fail(JNIEnv *env, jobject object, jstring text) {
    const char *message = (*env)->GetStringUTFChars(env, text, NULL);
    (*env)->ThrowNew(env, (*env)->FindClass(env, "java/lang/IllegalStateException"), message);
    return object;
}
JNIEXPORT jobject JNICALL Java_Main_self(JNIEnv *env, jobject object, jint more) {
    return object;
}
JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM *vm, void *reserved) {
    JNIEnv *env;
    (*vm)->GetEnv(vm, (void **) &env, JNI_VERSION_1_8);
    JNINativeMethod method = {"sum", "(IJDFBSJCZDDDDDDDFLjava/lang/Object;I)D", (void *) sum};
    (*env)->RegisterNatives(env, (*env)->FindClass(env, "Main"), &method, 1);
    return JNI_VERSION_1_8;
}
"#;

const PROGRAM: &str = r#"
import java.io.*;
import java.lang.reflect.*;
import java.util.*;
public class Main implements Serializable {
    static int all; int own;
    static native synchronized void touch(int times);
    native synchronized void touch();
    static native synchronized double sum(int a, long b, double c, float d, byte e, short f, long g, char h,
        boolean i, double j, double k, double l, double m, double n, double o, double p, float q, Object r, int s);
    native synchronized Object fail(String message);
    protected final native synchronized Object self(int more);
    static void add() { all++; }
    void mine() { own++; }
    static synchronized void addToo() { all++; }
    synchronized void mineToo() { own++; }

    public static void main(String[] args) throws Exception {
        System.load(args[0]);
        Main main = new Main();
        Runnable natively = () -> { for (int i = 0; i < 300; i++) { touch(2); main.touch(); } };
        Runnable both = () -> { for (int i = 0; i < 300; i++) { touch(1); addToo(); main.touch(); main.mineToo(); } };
        Thread[] threads = {new Thread(natively), new Thread(both), new Thread(natively)};
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) thread.join();
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        out.println(all + " " + main.own + " " + (main.self(1) == main) + " " + Thread.holdsLock(main));
        out.println(sum(1, 2, 3.5, 4.25f, (byte) 5, (short) 6, 7, 'h', true, 10, 11, 12, 13, 14, 15, 16, 17.5f, null, 19));
        try { main.fail("from C"); } catch (IllegalStateException e) { e.printStackTrace(out); }
        out.println(Thread.holdsLock(main) + " " + ObjectStreamClass.lookup(Main.class).getSerialVersionUID());
        List<String> methods = new ArrayList<>();
        for (Method method : Main.class.getDeclaredMethods()) methods.add(method.toString());
        Collections.sort(methods);
        methods.forEach(out::println);
        if (args.length > 1) java.nio.file.Files.writeString(java.nio.file.Path.of(args[1]), text.toString());
        else System.out.print(text);
    }
}
"#;

/// A program and its library.
struct Native {
    folder: TempDir,
}

impl Native {
    fn new(jdk: &Jdk, program: &str, library: &str) -> Native {
        let folder = TempDir::new().unwrap();
        write_java(folder.path(), "Main", program);
        javac(folder.path(), &["Main"]);
        let source = folder.path().join("library.c");
        std::fs::write(&source, library).unwrap();
        let include = jdk.home.join("include");
        let system = if cfg!(target_os = "macos") { "darwin" } else { "linux" };
        let mut cc = Command::new("cc");
        cc.args(["-shared", "-fPIC", "-O1", "-o", "library.so", "library.c", "-I"]).arg(&include);
        cc.arg("-I").arg(include.join(system)).current_dir(folder.path());
        assert!(cc.status().expect("a C compiler is there to build deadheat").success());
        Native { folder }
    }

    fn command(&self, jdk: &Jdk, options: &[&str]) -> Vec<PathBuf> {
        let mut command = vec![java(jdk)];
        command.extend(options.iter().map(PathBuf::from));
        if jdk.release >= 22 {
            command.push("--enable-native-access=ALL-UNNAMED".into());
        }
        command.extend([
            "-cp".into(),
            self.path().to_owned(),
            "Main".into(),
            self.path().join("library.so"),
        ]);
        command
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn plain(&self, jdk: &Jdk) -> String {
        let command = self.command(jdk, &[]);
        let output = Command::new(&command[0]).args(&command[1..]).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    fn watched(&self, jdk: &Jdk, options: &[&str]) -> Outcome {
        let run = ["run", "--"].map(PathBuf::from);
        deadheat(run.into_iter().chain(self.command(jdk, options)))
    }
}

/// Each side of the bridge takes the same monitors, and all looks as it does natively.
#[test]
fn synchronized_native_methods_order_threads() {
    for jdk in testkit::java::compilers().iter().filter(|jdk| jdk.release >= 17) {
        let program = Native::new(jdk, PROGRAM, LIBRARY);
        let expected = program.plain(jdk);
        for options in [&[] as &[&str], &["-Xcomp"], &["-Xint", "-Xcheck:jni"]] {
            let outcome = program.watched(jdk, options);
            assert_eq!(outcome.status, Some(0), "{jdk} {options:?}: {}", outcome.stderr);
            // The checks print about the library, natively too.
            let is_checked = options.contains(&"-Xcheck:jni");
            assert!(is_checked || outcome.stdout == expected, "{jdk} {options:?}: {outcome:?}");
        }
    }
}

/// The scheduler asks before such a method takes its monitor; that, too, can only be seen in the order of threads.
#[test]
fn schedules_hold_threads_before_synchronized_native_methods() {
    for jdk in testkit::java::compilers().iter().filter(|jdk| jdk.release >= 17) {
        let program = Native::new(jdk, PROGRAM, LIBRARY);
        let expected = program.plain(jdk);
        let result = program.path().join("result");
        let hunt = ["hunt", "-n", "2", "--scheduler", "drfinder", "--"].map(PathBuf::from);
        let command = program.command(jdk, &[]).into_iter().chain([result.clone()]);
        let outcome = deadheat(hunt.into_iter().chain(command));
        assert_eq!(outcome.status, Some(0), "{jdk}: {}", outcome.stderr);
        assert!(!outcome.stderr.contains(" 0 suspensions"), "{jdk}: {}", outcome.stderr);
        assert_eq!(std::fs::read_to_string(&result).unwrap(), expected, "{jdk}");
    }
}

/// What only one of two threads locks natively is a race, with the lock that is held.
#[test]
fn races_beside_synchronized_native_methods_are_seen() {
    let program = "public class Main { int own; native synchronized void touch(); void mine() { own++; } \
        public static void main(String[] a) throws Exception { System.load(a[0]); Main main = new Main(); \
        Thread t = new Thread(() -> main.own++); t.start(); main.touch(); Thread.sleep(200); main.touch(); t.join(); } }";
    let library = "#include <jni.h>\n\
        JNIEXPORT void JNICALL Java_Main_touch(JNIEnv *env, jobject object) { \
        jmethodID mine = (*env)->GetMethodID(env, (*env)->GetObjectClass(env, object), \"mine\", \"()V\"); \
        (*env)->CallVoidMethod(env, object, mine); }";
    let jdk = project::locate(None).unwrap();
    let outcome = Native::new(&jdk, program, library).watched(&jdk, &[]);
    assert_eq!(outcome.status, Some(1), "{}", outcome.stderr);
    for text in ["race on Main.own", "at Main.touch(Main.java)", "holds Main@", "holds no lock"] {
        assert!(outcome.stderr.contains(text), "no {text:?} in:\n{}", outcome.stderr);
    }
}
