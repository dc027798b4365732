//! Levels → drawing: slices as binary images, areas in colours, the graph of areas and waypoints.
//!
//! In: a [`World`] and the [`Levels`] of a body on it. Out: drawings in plan with one panel per slice, as figures 3 and 4 of
//! Deusdado et al. 2008 have them, and the graph of figure 5 with the slices drawn apart from each other.

mod graph;

use super::drawing::columns;
use super::{Colour, Drawing};
use crate::geom::tidy;
use crate::plan::{LevelSlice, Levels, SliceKind};
use crate::world::World;

/// Slices that are drawn at most; those with most floors are.
const MOST: usize = 24;
/// How much wider than high panels are laid out.
const ASPECT: f64 = 1.6;

const INK: Colour = Colour::hex(0x2d_3033);
const ACCESSIBLE: Colour = Colour::WHITE;
const NOT_ACCESSIBLE: Colour = Colour::hex(0x1b_1c1e);
const PAPER: Colour = Colour::hex(0xe6_e3dc);

/// The levels of a world, to be drawn.
///
/// ```
/// use footpath::draw::{LevelPlan, Style, View};
/// use footpath::{Bake, Body, Scene, World};
/// let world = World::bake(&Scene::built_in("car_park").expect("built in"), &Bake { cell_size: 0.25, ..Bake::default() })?;
/// let levels = world.levels(&Body::adult());
/// let plan = LevelPlan::new(&world, &levels);
/// let images = plan.slices().svg(&View::plan(), &Style::default())?;
/// assert!(images.contains("6: level"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct LevelPlan<'a> {
    world: &'a World,
    levels: &'a Levels,
}

/// A rectangle of columns that belong to one area.
struct Patch {
    x: [i32; 2],
    z: [i32; 2],
    area: usize,
}

impl<'a> LevelPlan<'a> {
    /// Of levels that this world gave.
    pub fn new(world: &'a World, levels: &'a Levels) -> Self {
        Self { world, levels }
    }

    /// The slices that are drawn, from below.
    fn shown(&self) -> Vec<usize> {
        let slices = self.levels.slices();
        let mut order: Vec<usize> = (0..slices.len()).collect();
        order.sort_by_key(|&slice| std::cmp::Reverse(slices[slice].floors));
        order.truncate(MOST);
        order.sort_unstable();
        order
    }

    /// Number of slices that are left out of drawings.
    pub fn left_out(&self) -> usize {
        self.levels.slices().len().saturating_sub(MOST)
    }

    /// Plan corners of the world, in metres.
    fn corners(&self) -> [[f64; 2]; 2] {
        let Some(window) = self.world.window() else { return [[0.0; 2]; 2] };
        let (size, origin) = (self.world.grid().cell_size(), self.world.origin());
        let at = |x: i32, z: i32| [origin[0] + f64::from(x) * size, origin[2] + f64::from(z) * size];
        [at(window.x0, window.z0), at(window.x0 + window.width, window.z0 + window.depth)]
    }

    /// The floors of a slice as few rectangles; with areas apart, or all as one.
    fn patches(&self, slice: usize, apart: bool) -> Vec<Patch> {
        let columns = self.levels.floors_in(slice).filter_map(|(floor, area)| {
            let column = self.world.column_of(floor)?;
            Some((column, if apart { area } else { 0 }))
        });
        let mut columns: Vec<_> = columns.collect();
        columns.sort_unstable();
        let mut runs: Vec<Patch> = Vec::new();
        for (column, area) in columns {
            match runs.last_mut() {
                Some(run) if run.z[0] == column.z && run.x[1] == column.x && run.area == area => run.x[1] += 1,
                _ => runs.push(Patch { x: [column.x, column.x + 1], z: [column.z, column.z + 1], area }),
            }
        }
        // Runs under runs of the same columns are one patch.
        runs.sort_unstable_by_key(|run| (run.x, run.area, run.z));
        let mut patches: Vec<Patch> = Vec::new();
        for run in runs {
            match patches.last_mut() {
                Some(patch) if patch.x == run.x && patch.area == run.area && patch.z[1] == run.z[0] => {
                    patch.z[1] = run.z[1];
                }
                _ => patches.push(run),
            }
        }
        patches
    }

    /// Adds the patches of a slice to a layer of a drawing around the world's origin, at a height from it.
    fn lay(
        &self,
        drawing: &mut Drawing,
        layer: &str,
        patches: &[Patch],
        height: f64,
        colour: impl Fn(usize) -> Colour,
    ) {
        let size = self.world.grid().cell_size();
        let layer = drawing.flat_layer(layer);
        for patch in patches {
            layer.quad(columns(patch.x, patch.z, size, |_, _| height), colour(patch.area));
        }
    }

    /// Adds a sheet of paper under a slice: all columns of the world.
    fn sheet(&self, drawing: &mut Drawing, height: f64, colour: Colour) {
        let Some(window) = self.world.window() else { return };
        let (x, z) = ([window.x0, window.x0 + window.width], [window.z0, window.z0 + window.depth]);
        self.lay(drawing, "paper", &[Patch { x, z, area: 0 }], height, |_| colour);
    }
}

/// What a slice is, in words.
fn title(number: usize, slice: &LevelSlice) -> String {
    let kind = match slice.kind {
        SliceKind::Level => "level",
        SliceKind::Passage => "passage",
    };
    let [low, high] = [slice.low, slice.high].map(|height| tidy(height, 1));
    if slice.high - slice.low < 0.015 {
        format!("{number}: {kind} {low:.1} m")
    } else {
        format!("{number}: {kind} {low:.1}..{high:.1} m")
    }
}

/// Share of the world's columns from which on an area has its number written on it.
const NAMED: f64 = 0.003;
/// Panels in a row at most, for their titles.
const ACROSS: f64 = 5.0;

impl LevelPlan<'_> {
    /// The binary images of the slices: white is accessible, black is not.
    pub fn slices(&self) -> Drawing {
        self.panels(|drawing, slice| {
            self.sheet(drawing, 0.0, NOT_ACCESSIBLE);
            self.lay(drawing, "slices", &self.patches(slice, false), 0.01, |_| ACCESSIBLE);
        })
    }

    /// The areas of the slices, each in its colour and with its number, counted from 1.
    pub fn areas(&self) -> Drawing {
        self.panels(|drawing, slice| {
            self.sheet(drawing, 0.0, PAPER);
            self.lay(drawing, "areas", &self.patches(slice, true), 0.01, Colour::of_index);
            for (number, area) in self.named().filter(|&(number, _)| self.levels.areas()[number].slice == slice) {
                let mut at = drawing.point(area);
                at[1] = 0.02;
                drawing.layer("numbers").label(at, (number + 1).to_string(), INK);
            }
        })
    }

    /// Areas that are worth a number in a picture, with their centres.
    fn named(&self) -> impl Iterator<Item = (usize, [f64; 3])> + '_ {
        let least = NAMED * self.world.window().map_or(0, |window| window.len()) as f64;
        let worth = move |&number: &usize| self.levels.areas()[number].floors as f64 >= least;
        let all = 0..self.levels.areas().len();
        all.filter(worth).filter_map(|number| Some((number, self.world.position(self.levels.areas()[number].centre)?)))
    }

    fn panels(&self, draw: impl Fn(&mut Drawing, usize)) -> Drawing {
        let shown = self.shown();
        let panel = |&slice: &usize| {
            let mut drawing = Drawing::around(self.world.origin());
            draw(&mut drawing, slice);
            (title(slice, &self.levels.slices()[slice]), drawing)
        };
        let [low, high] = self.corners();
        let [width, depth] = [high[0] - low[0], high[1] - low[1]];
        let across = (shown.len() as f64 * ASPECT * depth / width).sqrt().ceil();
        let across = if across.is_finite() { across.clamp(1.0, ACROSS.min(shown.len().max(1) as f64)) } else { 1.0 };
        Drawing::in_rows(shown.iter().map(panel).collect(), low, high, across as usize)
    }
}
