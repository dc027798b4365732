//! Layers: one drawing per stage of the chain, with a legend.
//!
//! In: a world, a body, and where start and goal are. Out: a [`Pack`] of coloured triangles, lines and words. A later stage that has
//! something to show adds its line to [`LAYERS`], and a function beside the others; the page needs no change.

mod blocks;
mod floors;
mod levels;
mod query;

use crate::ask::{Bounds, Ends, With};
use crate::pack::Pack;
use footpath::draw::{Colour, Drawing, Ground, Paint};
use footpath::ground::Face;
use footpath::{Body, World};
use serde::Deserialize;
use serde_json::{Value, json};

/// What a layer is drawn from.
pub(crate) struct Look<'a> {
    /// Under the rules.
    pub world: &'a World,
    pub body: Body,
    pub ends: Option<([f64; 3], Ends)>,
    /// Where one looks: what there is too much of is drawn around it.
    pub around: [f64; 3],
    pub bounds: &'a Bounds,
}

/// A drawing, what its colours mean, and what there is to say of it.
pub(crate) struct Drawn {
    pub drawing: Drawing,
    pub legend: Vec<(Colour, String)>,
    pub note: Option<String>,
}

type Draw = fn(&Look<'_>) -> Result<Drawn, String>;

/// A layer that a page can show.
struct Entry {
    name: &'static str,
    title: &'static str,
    /// The stage of the chain that it shows.
    stage: &'static str,
    about: &'static str,
    uses_body: bool,
    uses_query: bool,
    draw: Draw,
}

const fn entry(name: &'static str, title: &'static str, stage: &'static str, about: &'static str, draw: Draw) -> Entry {
    Entry { name, title, stage, about, uses_body: false, uses_query: false, draw }
}

const fn of_body(entry: Entry) -> Entry {
    Entry { uses_body: true, ..entry }
}

const fn of_query(entry: Entry) -> Entry {
    Entry { uses_body: true, uses_query: true, ..entry }
}

/// All layers, in the order of the chain.
const LAYERS: &[Entry] = &[
    entry("spans", "Spans", "columns", "solid runs of cells, the voxels of other engines", blocks::spans),
    entry("floors", "Floors", "floors", "where a foot can stand, by height", |look| {
        floors::painted(look, Paint::Height)
    }),
    of_body(entry("headroom", "Headroom", "floors", "free height, by what the body does there", |look| {
        floors::painted(look, Paint::Headroom)
    })),
    entry("slope", "Slope", "floors", "how steep floors are", |look| floors::painted(look, Paint::Slope)),
    entry("objects", "Objects", "floors", "what one stands on", |look| floors::painted(look, Paint::Object)),
    of_body(entry("refused", "Refused", "floors", "where the body can stand, and why not elsewhere", |look| {
        floors::painted(look, Paint::Refused)
    })),
    of_body(entry("links", "Links", "links", "moves between floors; red where the step is too high", blocks::links)),
    of_body(entry("bands", "Bands", "bands", "what is in the way of legs and torso above the ground", floors::bands)),
    of_body(entry("clearance", "Clearance", "bands", "how far it is to what is in the body's way", floors::clearance)),
    entry("sheets", "Sheets", "sheets", "single-valued pieces of the ground, per tile", floors::sheets),
    of_body(entry("slices", "Slices", "levels", "levels and what leads between them, for the body", levels::slices)),
    of_body(entry("areas", "Areas and waypoints", "levels", "the graph of the levels planner", levels::areas)),
    of_body(entry("regions", "Regions", "plan", "what the body can reach from one another", levels::regions)),
    of_body(entry("border", "Border", "plan", "floors too close to something for the body", levels::border)),
    of_query(entry("front", "Front", "plan", "how far the search grew, in rings of cost", query::front)),
];

/// The layers as a page is told of them.
pub(crate) fn told() -> Vec<Value> {
    let one = |entry: &Entry| {
        json!({"name": entry.name, "title": entry.title, "stage": entry.stage, "about": entry.about,
               "uses_body": entry.uses_body, "uses_query": entry.uses_query})
    };
    LAYERS.iter().map(one).collect()
}

/// What a page asks a layer for.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Ask {
    pub with: With,
    pub from: Option<[f64; 3]>,
    pub to: Option<Ends>,
    pub around: Option<[f64; 3]>,
}

/// The layer of a name; `None` if there is none of that name.
pub(crate) fn drawn(world: &World, name: &str, ask: &Ask, bounds: &Bounds) -> Option<Result<Drawn, String>> {
    let entry = LAYERS.iter().find(|entry| entry.name == name)?;
    Some(look(world, entry, ask, bounds))
}

fn look(world: &World, entry: &Entry, ask: &Ask, bounds: &Bounds) -> Result<Drawn, String> {
    let world = &ask.with.world(world)?;
    let ends = ask.from.zip(ask.to.clone());
    let around = ask.around.or(ask.from).unwrap_or_else(|| world.origin());
    crate::ask::finite("around", around)?;
    if entry.uses_query && ends.is_none() {
        return Err(format!("{} is of a query; set a start and a goal first", entry.title));
    }
    (entry.draw)(&Look { world, body: ask.with.body()?, ends, around, bounds })
}

/// Every layer that can be drawn of a look, by name.
pub(crate) fn all_drawn<'a>(look: &'a Look<'_>) -> impl Iterator<Item = (&'static str, Drawn)> + 'a {
    let can_be = |entry: &&Entry| !entry.uses_query || look.ends.is_some();
    LAYERS.iter().filter(can_be).filter_map(|entry| Some((entry.name, (entry.draw)(look).ok()?)))
}

impl Drawn {
    pub fn pack(&self) -> Pack {
        Pack::of(&self.drawing, &self.legend, self.note.clone())
    }
}

/// The triangles of a world, each once, in the order in which they are drawn.
pub(crate) fn faces(world: &World) -> Vec<Face> {
    let mut faces: Vec<Face> = world.tiles().flat_map(|(_, tile)| tile.faces().iter().copied()).collect();
    faces.sort_unstable();
    faces.dedup();
    faces
}

/// The box around the triangles, in metres.
pub(crate) fn bounds(world: &World, faces: &[Face]) -> Option<[[f64; 3]; 2]> {
    let (mut low, mut high) = ([i32::MAX; 3], [i32::MIN; 3]);
    for corner in faces.iter().flat_map(|face| face.corners) {
        for axis in 0..3 {
            low[axis] = low[axis].min(corner[axis]);
            high[axis] = high[axis].max(corner[axis]);
        }
    }
    let metres = |corner: [i32; 3]| {
        std::array::from_fn(|i| world.origin()[i] + f64::from(corner[i]) / f64::from(footpath::geom::VERTEX_PER_METRE))
    };
    (!faces.is_empty()).then(|| [metres(low), metres(high)])
}

/// The scene itself, with the object of each triangle.
pub(crate) fn scene(world: &World) -> Pack {
    let mut drawing = Drawing::around(world.origin());
    Ground::new(world).scene(&mut drawing, 0.0);
    let mut pack = Pack::of(&drawing, &[], None);
    pack.integers("objects", faces(world).iter().map(|face| face.object().0));
    pack
}
