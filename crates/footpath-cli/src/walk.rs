//! `footpath walk`: plans a route and walks it, as an animation.

use crate::args::Global;
use crate::body::BodyArgs;
use crate::output::{Output, check_file};
use crate::plan::answer::Answer;
use crate::plan::ends;
use crate::source::BakeFlags;
use anyhow::{Context, bail};
use clap::Args;
use footpath::draw::{Drawing, Ground, draw_walks, write_walks_glb};
use footpath::motion::clips::{Capture, Clip, ReadOptions};
use footpath::motion::player::ClipSet;
use footpath::motion::walker::{Party, TogetherError, Walk, WalkError, Walker, walk_together};
use footpath::plan::{Goal, Query};
use footpath::{Body, World};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

#[derive(Debug, Args)]
pub struct WalkArgs {
    /// A world that `bake` wrote, or a scene that is baked on the way
    pub world: PathBuf,
    /// Where from: X,Y,Z in metres at the feet, or the name of a place
    #[arg(long, value_name = "END", allow_hyphen_values = true)]
    pub from: String,
    /// Where to; with several, the one reached at least cost
    #[arg(long, value_name = "END", allow_hyphen_values = true, required = true)]
    pub to: Vec<String>,
    /// Somebody else, who walks at the same time and goes around the others, waits or steps aside; may be repeated
    #[arg(long, value_names = ["FROM", "TO"], num_args = 2, action = clap::ArgAction::Append, allow_hyphen_values = true)]
    pub also: Vec<String>,
    /// Something solid in the way, as for `plan`; may be repeated
    #[arg(long, value_name = "SHAPE", allow_hyphen_values = true)]
    pub obstacle: Vec<String>,
    /// Walking speed in metres per second [default: that of the clips]
    #[arg(long, value_name = "M/S")]
    pub speed: Option<f64>,
    /// Frames per second
    #[arg(long, value_name = "N", default_value_t = 30.0)]
    pub fps: f64,
    /// Motion captures (.bvh, .glb, .gltf) of walking and jogging; what they lack is taken from the built-in motions
    #[arg(long, value_name = "F", num_args = 1..)]
    pub clips: Vec<PathBuf>,
    /// Metres per unit of the captures
    #[arg(long, value_name = "M", default_value_t = 1.0)]
    pub clip_scale: f64,
    /// The animation: a figure that walks, or its skeleton
    #[arg(short, long, value_name = "F.glb|F.bvh")]
    pub output: Option<PathBuf>,
    /// Puts the scene into the .glb
    #[arg(long)]
    pub with_scene: bool,
    /// Draws a film strip
    #[arg(long, value_name = "F.png|F.svg")]
    pub picture: Option<PathBuf>,
    /// Figures on the film strip
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..=96))]
    pub moments: u16,
    #[command(flatten)]
    pub body: BodyArgs,
    #[command(flatten)]
    pub flags: BakeFlags,
}

/// Whether there was a way to walk.
pub fn run(args: &WalkArgs, global: &Global, out: &Output) -> anyhow::Result<bool> {
    args.output.iter().try_for_each(|path| check_file(path, &["glb", "bvh"]))?;
    args.picture.iter().try_for_each(|path| check_file(path, &["svg", "png"]))?;
    if !args.also.is_empty() && args.output.as_ref().is_some_and(|path| is(path, "bvh")) {
        bail!("-o: a .bvh holds one figure; write a .glb with --also");
    }
    let body = args.body.body()?;
    let walker = walker(args, &body, out)?;
    let (mut source, rules) = ends::opened(&args.world, &args.flags, &args.obstacle, global, out)?;
    let world = source.world_mut();
    let Goal::Point(from) = ends::end(world, "--from", &args.from)? else {
        bail!("--from {}: a walk begins at a point; give X,Y,Z or the name of a place", args.from)
    };
    let to = args.to.iter().map(|to| ends::end(world, "--to", to)).collect::<anyhow::Result<Vec<_>>>()?;
    let mut query = Query::new(&body, from, from);
    (query.to, query.rules) = (to, rules);
    let before = Instant::now();
    if !args.also.is_empty() {
        return together(args, world, &walker, &query, out);
    }
    let route = match walker.plan(world, &query) {
        Ok(found) => found,
        Err(WalkError::NoRoute(no)) => {
            let answer = Answer { result: Err(no), time: before.elapsed(), first: None };
            out.result(&answer.document("auto"), || answer.text(&args.from, &args.to))?;
            return Ok(false);
        }
        Err(error) => return Err(error.into()),
    };
    let walk = walker.follow(world, &route)?;
    let time = before.elapsed();
    write(args, world, std::slice::from_ref(&walk), out)?;
    let told = Told { world, length: route.length, walk: &walk, time, speed: walker.speed() };
    out.result(&told.document(), || told.text())?;
    Ok(true)
}

/// Several who walk at the same time.
fn together(
    args: &WalkArgs,
    world: &mut World,
    walker: &Walker,
    first: &Query<'_>,
    out: &Output,
) -> anyhow::Result<bool> {
    let mut parties = vec![Party { walker: walker.clone(), query: first.clone() }];
    for way in args.also.chunks_exact(2) {
        let ends = [0, 1].map(|i| ends::end(world, "--also", &way[i]));
        let [Ok(Goal::Point(from)), Ok(to)] = ends else {
            let [from, to] = ends;
            from?;
            to?;
            bail!("--also {} {}: a walk begins at a point; give X,Y,Z or the name of a place", way[0], way[1])
        };
        let query = Query { from, to: vec![to], ..first.clone() };
        parties.push(Party { walker: walker.clone(), query });
    }
    let before = Instant::now();
    let walks = match walk_together(world, &parties) {
        Ok(walks) => walks,
        Err(error @ (TogetherError::InTheWay { .. } | TogetherError::NotWalked { why: WalkError::NoRoute(_), .. })) => {
            let document = json!({"found": false, "reason": error.to_string()});
            out.result(&document, || format!("no: {error}\n"))?;
            return Ok(false);
        }
        Err(error) => return Err(error.into()),
    };
    let time = before.elapsed();
    write(args, world, &walks, out)?;
    let told: Vec<Told<'_>> =
        walks.iter().map(|walk| Told { world, length: way_of(walk), walk, time, speed: walker.speed() }).collect();
    let documents: Vec<Value> = told.iter().map(Told::document).collect();
    let document = json!({"found": true, "walkers": documents, "micros": time.as_micros() as u64});
    out.result(&document, || {
        let texts = told.iter().enumerate().map(|(i, told)| format!("walker {}\n{}", i + 1, told.text()));
        texts.collect::<Vec<_>>().join("\n")
    })?;
    Ok(true)
}

/// Metres that a walk is long, in plan.
fn way_of(walk: &Walk) -> f64 {
    let apart = |a: [f64; 3], b: [f64; 3]| (b[0] - a[0]).hypot(b[2] - a[2]);
    walk.frames.windows(2).map(|pair| apart(pair[0].base.at, pair[1].base.at)).sum()
}

fn walker(args: &WalkArgs, body: &Body, out: &Output) -> anyhow::Result<Walker> {
    let set = if args.clips.is_empty() { ClipSet::built_in(body.height as f32) } else { captured(args, body, out)? };
    if !(1.0..=240.0).contains(&args.fps) {
        bail!("--fps {}: give 1 to 240 frames per second", args.fps);
    }
    let walker = Walker::new(body, set).with_frames_per_second(args.fps);
    let walker = args.speed.map_or(walker.clone(), |speed| walker.at_speed(speed));
    walker.bound().context("--speed")?;
    Ok(walker)
}

/// The clips of captures, shown by the built-in figure.
fn captured(args: &WalkArgs, body: &Body, out: &Output) -> anyhow::Result<ClipSet> {
    let options = ReadOptions { scale: args.clip_scale, ..ReadOptions::default() };
    let mut cycles: Vec<Clip> = Vec::new();
    for path in &args.clips {
        let capture = Capture::open(path, &options)?;
        for dropped in &capture.dropped {
            out.log(format_args!("{}: line {}: {}", path.display(), dropped.line, dropped.why));
        }
        cycles.push(capture.cycle().with_context(|| path.display().to_string())?);
    }
    ClipSet::shown_by_person(body.height as f32, &cycles).context("--clips: no clip was given")
}

fn is(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|found| found.eq_ignore_ascii_case(ending))
}

fn write(args: &WalkArgs, world: &World, walks: &[Walk], out: &Output) -> anyhow::Result<()> {
    let scene_around = || {
        let mut around = Drawing::around(world.origin());
        Ground::new(world).scene(&mut around, 0.2);
        around
    };
    match &args.output {
        Some(path) if is(path, "bvh") => out.write(path, walks[0].bvh().as_bytes())?,
        Some(path) => {
            let around = if args.with_scene { scene_around() } else { Drawing::around(world.origin()) };
            out.write(path, &write_walks_glb(walks, Some(&around))?)?;
        }
        None => {}
    }
    if let Some(path) = &args.picture {
        let moments = usize::from(args.moments);
        let (drawing, view, style) = match walks {
            [walk] => walk.film_strip(moments),
            _ => draw_walks(walks, moments, scene_around()),
        };
        drawing.save(path, &view, &style)?;
    }
    Ok(())
}

/// Collisions that are listed.
const SHOWN: usize = 8;

/// What is told of a walk.
struct Told<'a> {
    world: &'a World,
    /// Metres.
    length: f64,
    walk: &'a Walk,
    time: Duration,
    speed: f64,
}

impl Told<'_> {
    fn document(&self) -> Value {
        let figures = self.walk.figures();
        json!({
            "found": true,
            "length": self.length,
            "speed": self.speed,
            "seconds": self.walk.seconds(),
            "frames": self.walk.frames.len(),
            "foot_slide": figures.foot_slide,
            "planted_share": figures.planted_share,
            "sink": figures.sink,
            "float": figures.float,
            "tracking_error": figures.tracking_error,
            "collisions": figures.collisions,
            "micros": self.time.as_micros() as u64,
        })
    }

    fn text(&self) -> String {
        let figures = self.walk.figures();
        let mut text = format!(
            "{:.2} m in {:.1} s, {} frames, at up to {:.2} m/s\n",
            self.length,
            self.walk.seconds(),
            self.walk.frames.len(),
            self.speed
        );
        text += &format!(
            "feet       planted {:.0} % of the time, slide {:.1} cm/s, sink {:.1} cm, float {:.1} cm\n",
            100.0 * figures.planted_share,
            100.0 * figures.foot_slide,
            100.0 * figures.sink,
            100.0 * figures.float
        );
        text += &format!("route      left by {:.1} cm at most\n", 100.0 * figures.tracking_error);
        let of = self.walk.frames.len();
        text += &match figures.collisions {
            0 => "body       clear of the scene in every frame\n".to_owned(),
            count => format!("body       a limb in the scene in {count} of {of} frames\n"),
        };
        for collision in self.walk.collisions().iter().take(SHOWN) {
            let seconds = collision.frame as f64 * self.walk.frame_time;
            let limb = &self.walk.figure.skeleton.joints()[collision.joint].name;
            let object = self.world.objects().get(collision.object as usize).map_or("?", |object| &object.name);
            text += &format!("           at {seconds:.1} s {limb} in {object}\n");
        }
        text
    }
}
