//! Skipped tests. A test that cannot run returns early, and the test harness counts it as passed. `skip` reports it to `./test`,
//! which counts it as skipped.

use std::io::Write;

/// Reports that the calling test is skipped. Call it on the thread of the test, because that thread has the test's name.
///
/// Prints one line, `SKIPPED <binary> <test>: <reason>`, and appends it to the file named by `FOOTPATH_SKIPPED`. The file is
/// needed because test runners hide the output of passing tests.
pub fn skip(reason: &str) {
    let thread = std::thread::current();
    let test = thread.name().expect("the thread of a test has a name");
    let binary = concat!(env!("CARGO_PKG_NAME"), "::", env!("CARGO_CRATE_NAME"));
    let line = format!("SKIPPED {binary} {test}: {reason}\n");
    eprint!("{line}");
    if let Some(path) = std::env::var_os("FOOTPATH_SKIPPED") {
        let mut file = std::fs::OpenOptions::new().create(true).append(true).open(path).unwrap();
        // One write call, so that lines of tests that run at the same time do not mix.
        file.write_all(line.as_bytes()).unwrap();
    }
}

/// The reason of tests that have no sample.
pub const LONG: &str = "only in ./test --all";
