//! The headers, and a C compiler, as tests want them.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

const HEADERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/include");

/// All headers, by their names.
pub(crate) fn headers() -> Vec<(String, String)> {
    let mut headers: Vec<_> = fs::read_dir(HEADERS)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read_to_string(entry.path()).unwrap()))
        .collect();
    headers.sort();
    headers
}

/// A folder for a test, gone when that ends.
pub(crate) struct Folder(PathBuf);

pub(crate) fn folder() -> Folder {
    let folder = std::env::temp_dir().join(format!("baton-cache-c-{:016x}", fastrand::u64(..)));
    fs::create_dir(&folder).unwrap();
    Folder(folder)
}

impl Folder {
    /// A file of it with this text.
    pub(crate) fn path(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, text).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A C compiler that sees the headers.
pub(crate) struct Compiler(Command);

pub(crate) fn compiler() -> Compiler {
    let mut command = Command::new("cc");
    command.args(["-std=gnu11", "-Wall", "-Wextra", "-Werror", "-O1", "-I", HEADERS]);
    Compiler(command)
}

impl Compiler {
    pub(crate) fn arg(mut self, arg: impl AsRef<std::ffi::OsStr>) -> Self {
        self.0.arg(arg);
        self
    }

    /// Fails the test with what the compiler says. False: there is none.
    pub(crate) fn run(mut self) -> bool {
        match self.0.output() {
            Ok(output) => assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr)),
            Err(_) => {
                eprintln!("skipped: there is no C compiler");
                return false;
            }
        }
        true
    }
}
