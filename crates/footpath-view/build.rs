//! A page that was built before is carried in the program.

use std::path::Path;

fn main() {
    println!("cargo::rustc-check-cfg=cfg(page_built)");
    let built = Path::new("../../web/dist");
    let files = ["index.html", "page.js", "page.css"].map(|name| built.join(name));
    // The folder is always there, whereas a file that is missing would have everything compiled anew each time.
    println!("cargo::rerun-if-changed={}", built.display());
    if files.iter().all(|file| file.is_file()) {
        println!("cargo::rustc-cfg=page_built");
    }
}
