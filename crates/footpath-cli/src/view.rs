//! `footpath view`: the inspector.

use crate::output::Output;
use anyhow::{Context, bail};
use clap::Args;
use footpath::scene::built_in;
use footpath_view::{Limits, Options, Report, assets, bind};
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Arguments of `view`.
#[derive(Debug, Args)]
pub struct ViewArgs {
    /// Scene or world to open first: a file, or the name of a built-in scene
    #[arg(value_name = "SCENE|WORLD")]
    pub scene: Option<String>,
    /// Port to listen on; any that is free unless given
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub port: u16,
    /// Address to listen on; others than this machine reach only what is opened to them
    #[arg(long, default_value = "127.0.0.1", value_name = "IP")]
    pub host: IpAddr,
    /// Folder whose scenes and worlds the page offers; may be repeated [default: where the command runs]
    #[arg(long, value_name = "DIR")]
    pub folder: Vec<PathBuf>,
    /// Memory that a world may take, in MiB
    #[arg(long, default_value_t = 2048, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=1 << 30))]
    pub memory_limit: u64,
    /// Do not open a browser
    #[arg(long)]
    pub no_browser: bool,
}

pub fn run(args: &ViewArgs, out: &Output) -> anyhow::Result<()> {
    if let Some(scene) = &args.scene {
        let known = built_in().iter().any(|entry| entry.name == scene);
        if !known && !Path::new(scene).is_file() {
            bail!("{scene}: there is no such file, and no built-in scene of this name; `footpath scenes` lists them");
        }
    }
    if let Some(folder) = args.folder.iter().find(|folder| !folder.is_dir()) {
        bail!("--folder {}: there is no such folder", folder.display());
    }
    let here = std::env::current_dir().context("cannot tell where the command runs; give --folder")?;
    let folders = if args.folder.is_empty() { vec![here] } else { args.folder.clone() };
    let assets = assets(&|step| out.log(format_args!("{step}")))?;
    let options = Options {
        address: args.host,
        port: args.port,
        folders,
        scene: args.scene.clone(),
        limits: Limits { memory: args.memory_limit << 20, ..Limits::default() },
    };
    let server = bind(options, assets)
        .with_context(|| format!("cannot listen on {}:{}; try another --port", args.host, args.port))?;
    let address = format!("http://{}", server.address());
    eprintln!("listening on {address}; Ctrl+C ends it");
    if !args.no_browser && !open(&address) {
        out.log(format_args!("open {address} in a browser"));
    }
    server.run().context("the inspector stopped")
}

/// Writes a report.
pub fn report(path: &Path, report: &Report<'_>, out: &Output) -> anyhow::Result<()> {
    let assets = assets(&|step| out.log(format_args!("{step}")))?;
    out.write(path, report.html(&assets).as_bytes())
}

/// Opens an address in the user's browser, if there is a way to.
fn open(address: &str) -> bool {
    let program = match std::env::consts::OS {
        "windows" => "explorer",
        "macos" => "open",
        _ => "xdg-open",
    };
    Command::new(program).arg(address).stdout(Stdio::null()).stderr(Stdio::null()).spawn().is_ok()
}
