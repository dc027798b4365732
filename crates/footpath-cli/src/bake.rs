//! `footpath bake`: scene → world, its figures, and what a body finds there.

use crate::args::{BakeArgs, Global};
use crate::output::{Output, check_file};
use crate::{city, report, source, view};
use anyhow::bail;
use footpath_view::Report;

pub fn run(args: &BakeArgs, global: &Global, out: &Output) -> anyhow::Result<()> {
    let body = args.body.body()?;
    if let Some(path) = &args.output {
        check_file(path, &["footpath"])?;
    }
    args.picture.check()?;
    args.report.iter().try_for_each(|path| check_file(path, &["html"]))?;
    if city::is_streamed(args, global) {
        return city::bake(args, &body, global, out);
    }
    if args.resume {
        bail!(
            "--resume goes on with a city that is baked into a file, without rules and pictures; other scenes are baked at once"
        );
    }
    let baked = source::bake(&args.scene, &args.flags, global, out)?;
    source::warn_of(&baked, out);
    let refused = baked.world.refused(&body);
    if let Some(words) = report::fits_nowhere(&baked, &body, &refused) {
        out.warn(words);
    }
    if let Some(path) = &args.output {
        out.write(path, &baked.world.to_bytes())?;
    }
    let name = args.scene.file_name().unwrap_or(args.scene.as_os_str()).to_string_lossy();
    args.picture.draw(&baked.world, &body, &name, out)?;
    if let Some(path) = &args.report {
        let (world, reading) = (&baked.world, baked.reading);
        view::report(
            path,
            &Report { name: &name, world, baked: baked.report, reading, body: &body, asked: None },
            out,
        )?;
    }
    out.result(&report::bake_json(&baked, &refused), || report::bake_text(&name, &baked, &body, &refused))
}
