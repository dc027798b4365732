//! `footpath demo`: a built-in scene from triangles to a route, as pictures, models and a report.

use crate::args::{DemoArgs, Global};
use crate::output::{Output, size};
use crate::picture::{Eye, Seen, Wanted, middle_section};
use crate::plan::answer::Answer;
use crate::plan::picture::{RoutePicture, save_glb};
use crate::source::{self, BakeFlags, Baked, built_in_named};
use crate::{body, report};
use anyhow::{Context, bail};
use footpath::draw::{Drawing, Ground, Paint, Storey, Style, View, write_scene_glb, write_walks_glb};
use footpath::geom::tidy;
use footpath::motion::player::ClipSet;
use footpath::motion::walker::Walker;
use footpath::plan::Query;
use footpath::scene::BuiltIn;
use footpath::{Body, Route, Scene};
use serde_json::json;
use std::path::Path;
use std::time::Instant;

/// A file of the demo and what it shows.
struct Made {
    file: String,
    shows: String,
}

pub fn run(args: &DemoArgs, global: &Global, out: &Output) -> anyhow::Result<()> {
    let entry = built_in_named(&args.name)?;
    let folder = args.output.as_path();
    if folder.exists() && !folder.is_dir() {
        bail!("{} is a file; give a folder with -o", folder.display());
    }
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}; choose another with -o", folder.display()))?;
    let scene = (entry.build)(global.seed);
    let baked = source::bake(Path::new(entry.name), &BakeFlags::default(), global, out)?;
    let adult = Body::adult();
    let ends = ["start", "goal"].map(|name| baked.world.place(name).unwrap_or_default());
    let query = Query::new(&adult, ends[0], ends[1]);
    let before = Instant::now();
    let result = baked.world.plan(&query);
    let answer = Answer { result, time: before.elapsed(), first: None };
    let demo = Demo { entry, scene: &scene, baked: &baked, body: &adult, folder, out };
    let mut made = demo.write_all()?;
    if let Ok(route) = &answer.result {
        made.extend(demo.route(&query, route)?);
        made.extend(demo.walk(&query)?);
    }
    let refused = baked.world.refused(&adult);
    let mut figures = report::bake_text(entry.name, &baked, &adult, &refused);
    figures += &format!("\n{}", answer.text("start", &["goal".to_owned()]));
    out.write(&folder.join("report.md"), demo.markdown(&figures, &made).as_bytes())?;
    let document = json!({
        "scene": entry.name,
        "folder": folder,
        "files": made.iter().map(|made| json!({"file": made.file, "shows": made.shows})).collect::<Vec<_>>(),
        "bake": report::bake_json(&baked, &refused),
        "route": answer.document("auto"),
    });
    out.result(&document, || demo.text(&figures, &made))
}

struct Demo<'a> {
    entry: &'a BuiltIn,
    scene: &'a Scene,
    baked: &'a Baked,
    body: &'a Body,
    folder: &'a Path,
    out: &'a Output,
}

impl Demo<'_> {
    fn write_all(&self) -> anyhow::Result<Vec<Made>> {
        let mut made = vec![self.scene_picture()?];
        made.extend(self.storeys()?);
        made.extend([self.section()?, self.sheets()?, self.refused()?]);
        made.extend(self.models()?);
        Ok(made)
    }

    fn picture(&self, file: &str, shows: String, wanted: &Wanted) -> anyhow::Result<Made> {
        wanted.save(&self.folder.join(file), self.out)?;
        Ok(Made { file: file.to_owned(), shows })
    }

    fn wanted(&self, paint: Paint) -> Wanted<'_> {
        Wanted::new(&self.baked.world, self.body, self.entry.name, paint)
    }

    fn scene_picture(&self) -> anyhow::Result<Made> {
        let style = Style { title: self.entry.name.to_owned(), ..Style::default() };
        let path = self.folder.join("scene.png");
        Drawing::from_scene(self.scene).save(&path, &View::axonometric(0.6, 0.6).size(1600, 1000), &style)?;
        self.out.log(format_args!("wrote {}", path.display()));
        Ok(Made { file: "scene.png".to_owned(), shows: "the scene from outside".to_owned() })
    }

    /// Every storey cut open: from the side with floors by height, and in plan.
    fn storeys(&self) -> anyhow::Result<Vec<Made>> {
        let storeys = self.baked.world.storeys(self.body);
        let mut made = Vec::new();
        for (i, storey) in storeys.iter().enumerate() {
            let at = format!("storey {} (at {:.2} m)", i + 1, tidy(storey.floor, 2));
            let mut wanted = self.wanted(Paint::Height);
            (wanted.storey, wanted.seen) = (Some((i + 1, *storey)), Seen::Side);
            made.push(self.picture(&format!("storey-{}.png", i + 1), format!("{at}, cut open"), &wanted)?);
            let mut wanted = self.wanted(Paint::Headroom);
            wanted.storey = Some((i + 1, *storey));
            let shows = format!("{at} in plan, floors by the free height above them");
            made.push(self.picture(&format!("plan-{}.png", i + 1), shows, &wanted)?);
        }
        Ok(made)
    }

    fn section(&self) -> anyhow::Result<Made> {
        let mut wanted = self.wanted(Paint::Headroom);
        wanted.seen = Seen::Section(middle_section(&self.baked.world)?);
        self.picture("section.png", "a cut through the middle: solid spans, and the floors on them".to_owned(), &wanted)
    }

    fn lowest(&self) -> Option<(usize, Storey)> {
        self.baked.world.storeys(self.body).first().map(|storey| (1, *storey))
    }

    fn sheets(&self) -> anyhow::Result<Made> {
        let mut wanted = self.wanted(Paint::Sheet);
        wanted.seen = Seen::Side;
        wanted.storey = self.lowest();
        self.picture(
            "sheets.png",
            "floors by sheet: the flat pieces of each tile of 64 × 64 columns".to_owned(),
            &wanted,
        )
    }

    fn refused(&self) -> anyhow::Result<Made> {
        let mut wanted = self.wanted(Paint::Refused);
        wanted.storey = self.lowest();
        self.picture(
            "refused.png",
            format!("where an {} of {:.2} m can stand, and where not", self.body.name, self.body.height),
            &wanted,
        )
    }

    fn route(&self, query: &Query<'_>, route: &Route) -> anyhow::Result<[Made; 3]> {
        let mut picture = RoutePicture::new(&self.baked.world, query, vec![route], self.entry.name);
        picture.save(&self.folder.join("route.png"), self.out)?;
        picture.eye = Eye::Side;
        picture.save(&self.folder.join("route-side.png"), self.out)?;
        save_glb(&self.baked.world, self.body, &[route], &self.folder.join("route.glb"), self.out)?;
        let who = format!("the way of an {} from start to goal", self.body.name);
        let made = [
            ("route.png", format!("{who}, in plan")),
            ("route-side.png", format!("{who}, from the side; it shines through what is before it")),
            ("route.glb", format!("{who} on the floors, as a model")),
        ];
        Ok(made.map(|(file, shows)| Made { file: file.to_owned(), shows }))
    }

    /// Somebody who walks the way: an animation and a film strip.
    fn walk(&self, query: &Query<'_>) -> anyhow::Result<Vec<Made>> {
        let world = &self.baked.world;
        let walker = Walker::new(self.body, ClipSet::built_in(self.body.height as f32));
        let route = walker.plan(world, query)?;
        let walk = walker.follow(world, &route)?;
        let mut around = Drawing::around(world.origin());
        Ground::new(world).scene(&mut around, 0.2);
        self.out.write(&self.folder.join("walk.glb"), &write_walks_glb(std::slice::from_ref(&walk), Some(&around))?)?;
        let (drawing, view, style) = walk.film_strip(16);
        drawing.save(self.folder.join("walk.png"), &view, &style)?;
        self.out.log(format_args!("wrote {}", self.folder.join("walk.png").display()));
        let seconds = walk.seconds();
        let made = [
            ("walk.png", format!("the same way walked in {seconds:.0} s, as a film strip")),
            ("walk.glb", "the walk as an animation, in the scene".to_owned()),
        ];
        Ok(made.map(|(file, shows)| Made { file: file.to_owned(), shows }).into())
    }

    fn models(&self) -> anyhow::Result<Vec<Made>> {
        let scene = self.folder.join("scene.glb");
        self.out.write(&scene, &write_scene_glb(self.scene)?)?;
        self.wanted(Paint::Height).save_glb(&self.folder.join("floors.glb"), self.out)?;
        self.wanted(Paint::Sheet).save_glb(&self.folder.join("sheets.glb"), self.out)?;
        let world = format!("{}.footpath", self.entry.name);
        self.out.write(&self.folder.join(&world), &self.baked.world.to_bytes())?;
        let made = [
            ("scene.glb", "the scene as a model"),
            ("floors.glb", "the floors as a model, by height"),
            ("sheets.glb", "the floors as a model, by sheet"),
            (world.as_str(), "the baked world; `footpath inspect` looks into it"),
        ];
        Ok(made.map(|(file, shows)| Made { file: file.to_owned(), shows: shows.to_owned() }).into())
    }

    fn text(&self, figures: &str, made: &[Made]) -> String {
        let mut text = format!("{}\n\n{figures}\nin {}:\n", self.entry.about, self.folder.display());
        let width = made.iter().map(|made| made.file.len()).max().unwrap_or(0);
        for made in made {
            text += &format!("  {:width$}  {}\n", made.file, made.shows);
        }
        let report = self.folder.join("report.md");
        text + &format!(
            "\nLook at {} first; report.md has all pictures.\n",
            report.with_file_name("route.png").display()
        )
    }

    fn markdown(&self, figures: &str, made: &[Made]) -> String {
        let mut text = format!(
            "# {}\n\n{}.\n\nSeen by: {}.\n\n",
            self.entry.name,
            self.entry.about.trim_end_matches('.'),
            body::describe(self.body)
        );
        text += &format!("```\n{figures}```\n");
        for made in made {
            if made.file.ends_with(".png") {
                text += &format!("\n## {}\n\n![{}]({})\n", capital(&made.shows), made.shows, made.file);
            }
        }
        text += "\n## Files\n\n";
        for made in made.iter().filter(|made| !made.file.ends_with(".png")) {
            let bytes = std::fs::metadata(self.folder.join(&made.file)).map_or(0, |data| data.len());
            text += &format!("- [{0}]({0}): {1} ({2})\n", made.file, made.shows, size(bytes as usize));
        }
        text
    }
}

/// A sentence's beginning.
fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
