//! Runs the real command in a folder of its own.

#![allow(clippy::unwrap_used, dead_code)]

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder that goes away with its test.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("footpath-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub fn path(&self, file: &str) -> PathBuf {
        self.0.join(file)
    }

    pub fn write(&self, file: &str, bytes: impl AsRef<[u8]>) {
        std::fs::write(self.path(file), bytes).unwrap();
    }

    pub fn read(&self, file: &str) -> Vec<u8> {
        std::fs::read(self.path(file)).unwrap()
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_footpath"));
        command.args(args).current_dir(&self.0).stdin(Stdio::null());
        command
    }

    pub fn run(&self, args: &[&str]) -> Run {
        Run::of(args, self.command(args).output().unwrap())
    }

    /// Names of the files in the folder.
    pub fn files(&self) -> Vec<String> {
        let name = |entry: std::fs::DirEntry| entry.file_name().into_string().unwrap();
        let mut names: Vec<String> = std::fs::read_dir(&self.0).unwrap().map(|entry| name(entry.unwrap())).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What a run gave.
pub struct Run {
    args: String,
    pub code: Option<i32>,
    pub out: String,
    pub log: String,
}

impl Run {
    fn of(args: &[&str], output: Output) -> Self {
        Self {
            args: args.join(" "),
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            log: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// The run, which must have gone well.
    pub fn well(self) -> Self {
        assert_eq!(self.code, Some(0), "footpath {}\n{}{}", self.args, self.out, self.log);
        self
    }

    /// The document of a run with `--json`.
    pub fn json(self) -> Value {
        let run = self.well();
        serde_json::from_str(&run.out).unwrap_or_else(|error| panic!("footpath {}: {error}\n{}", run.args, run.out))
    }

    /// A refusal: exit 2, nothing on standard output, one paragraph with all these words.
    pub fn refused(self, words: &[&str]) {
        assert_eq!(self.code, Some(2), "footpath {}\n{}{}", self.args, self.out, self.log);
        assert!(self.out.is_empty(), "footpath {}\n{}", self.args, self.out);
        assert!(!self.log.contains("panicked"), "{}", self.log);
        for word in words {
            assert!(self.log.contains(word), "footpath {}: {word:?} is not in\n{}", self.args, self.log);
        }
    }
}

/// Whether the first bytes of a file are these.
pub fn begins(path: &Path, mark: &[u8]) -> bool {
    std::fs::read(path).unwrap().starts_with(mark)
}
