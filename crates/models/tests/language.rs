//! What files mean: `tests/language/*.model`, printed in `*.printed` beside them, and read back from there.
//!
//! `DEADHEAT_BLESS=1` writes the printed files.

mod shared;

use models::Models;
use shared::{print, same};
use std::path::{Path, PathBuf};
use std::{env, fs};

#[test]
fn files_mean_what_is_printed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/language");
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let sources: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|e| e == "model")).collect();
    assert!(!sources.is_empty());
    for path in sources {
        let text = fs::read_to_string(&path).unwrap();
        let (models, errors) = Models::parse([("x.model", text)]);
        assert!(errors.is_empty(), "{}: {errors:?}", path.display());
        let printed = print(&models);
        let golden = path.with_extension("printed");
        if env::var_os("DEADHEAT_BLESS").is_some() {
            fs::write(&golden, &printed).unwrap();
        }
        let expected = fs::read_to_string(&golden).unwrap_or_default();
        assert_eq!(printed, expected, "{}", golden.display());
        let (again, errors) = Models::parse([("again.model", printed)]);
        assert!(errors.is_empty(), "{}: {errors:?}", golden.display());
        same(&models, &again);
    }
}
