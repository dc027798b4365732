//! How much of a slow suite is run: a sample, all of it (`./test --all`), or a soak run (`./test --soak NAME`).

/// Whether the long variants are wanted: `FOOTPATH_ALL=1`, which `./test --all` sets.
pub fn all() -> bool {
    std::env::var_os("FOOTPATH_ALL").is_some_and(|value| value != "0")
}

/// The count of a suite that has a soak run: `soak` when `FOOTPATH_SOAK` is `name`, `full` when `all()`, else `sample`.
///
/// The list at the top of `./test` has the tests of each name.
pub fn count<T>(sample: T, full: T, name: &str, soak: T) -> T {
    if std::env::var_os("FOOTPATH_SOAK").is_some_and(|value| value == name) {
        soak
    } else if all() {
        full
    } else {
        sample
    }
}
