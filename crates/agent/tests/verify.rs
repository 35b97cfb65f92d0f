//! Every class of every JDK, rewritten by the agent as it is loaded, passes the verifier.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use project::{Jdk, Sources};
use tempfile::TempDir;

/// Loads and links every class of the running JVM's image.
const LOADER: &str = r#"
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

public class LoadAll {
    public static void main(String[] args) throws Exception {
        FileSystem image = FileSystems.getFileSystem(URI.create("jrt:/"));
        List<Path> files = new ArrayList<>();
        try (var walk = Files.walk(image.getPath("/modules"))) {
            walk.filter(path -> path.toString().endsWith(".class")).forEach(files::add);
        }
        int linked = 0;
        for (Path file : files) {
            String name = file.subpath(2, file.getNameCount()).toString().replace('/', '.');
            name = name.substring(0, name.length() - ".class".length());
            if (name.endsWith("module-info")) {
                continue;
            }
            try {
                // Asking for methods links the class, and that verifies it; nothing is initialised.
                Class.forName(name, false, ClassLoader.getSystemClassLoader()).getDeclaredMethods();
                linked++;
            } catch (VerifyError | ClassFormatError e) {
                System.out.println(name + ": " + e);
            } catch (Throwable e) {
                // A class that needs another one which is not there.
            }
        }
        System.out.println(linked > 15_000 ? "enough" : "only " + linked);
    }
}
"#;

/// Also with all accesses watched, in classes that are not the boot loader's.
fn check(jdk: &Jdk, include: &str) {
    let folder = TempDir::new().unwrap();
    let source = folder.path().join("LoadAll.java");
    fs::write(&source, LOADER).unwrap();
    let compiled = project::compile(jdk, &Sources::new(&[source], &[]), &[]).unwrap();
    let agent: PathBuf = std::env::current_exe().unwrap().with_file_name("libdeadheat_agent.so");
    let agent =
        format!("-agentpath:{}=output={}{include}", agent.display(), folder.path().display());
    let mut command = Command::new(jdk.java().unwrap());
    command.args([&agent, "-Xverify:all", "-cp"]).arg(compiled.classes()).arg("LoadAll");
    let output = command.output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "enough\n", "{jdk}");
}

#[test]
#[ignore = "slow: links all classes of all JDKs"]
fn every_class_of_every_jdk_is_verified() {
    for jdk in testkit::java::compilers().iter().filter(|jdk| jdk.release >= 17) {
        check(jdk, "");
        check(jdk, ",include=**");
    }
}
