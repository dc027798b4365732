//! The direct mode: triangles in, a path out, without a bake (Kuffner 1998, §5 and §6).
//!
//! What never moves is projected and grown once ([`Direct::set_fixed`]). What moves is projected each time
//! ([`Direct::set_moving`]), and only that is grown: the grown whole is the union of both. Other bodies come as discs
//! ([`Direct::add_disc`]), which need no projection.

use super::bits::Bitmap;
use super::disc::Disc;
use super::fill::{Painter, Slab};
use super::frame::Frame;
use super::{escape, narrow};
use crate::body::{Action, Posture};
use crate::geom::{PLAN_PER_METRE, Vertex, tidy};
use crate::plan::query::{NoRoute, Why};
use crate::route::{Route, Section, Work};
use crate::search::grid::{Corners, Grid, GridPath, Moves, NoPath, Scratch};

/// Costs in tenths of a cell, diagonals past two free cells.
const MOVES: Moves = Moves::Tenths(Corners::BothFree);

/// A bitmap that is drawn anew as things move, and searched.
///
/// ```
/// use footpath::plan::bitmap::{Direct, Frame, Slab};
/// use footpath::{Body, Scene};
/// let scene = Scene::built_in("maze").expect("a built-in scene");
/// let body = Body::adult();
/// let frame = Frame::of_scene(&scene, 100)?;
/// let mut direct = Direct::new(frame, Slab::of(&body, 0.1), body.radius);
/// direct.set_fixed(scene.triangles().iter().map(|triangle| scene.corners(triangle)));
/// let route = direct.plan([1.25, 1.25], [23.75, 23.75]).expect("a way through the maze").route;
/// assert!(route.length > 30.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Direct {
    frame: Frame,
    slab: Slab,
    radius: f64,
    painter: Painter,
    disc: Disc,
    /// Occupied and grown, of what never moves.
    fixed: [Bitmap; 2],
    /// Occupied, of what moves.
    moving: Bitmap,
    /// Both of it, grown.
    drawn: Bitmap,
    /// The same with the discs.
    grown: Bitmap,
    rows: [Vec<u64>; 2],
    search: Scratch,
}

/// What direct mode answers.
#[derive(Clone, Debug, PartialEq)]
pub struct DirectPath {
    /// The cells from start to goal, with their cost in tenths of a cell.
    pub path: GridPath,
    /// The same in metres: straight from the start over the centres of cells where it turns to the goal.
    pub route: Route,
}

impl Direct {
    /// An empty bitmap for a body of a radius in metres.
    pub fn new(frame: Frame, slab: Slab, radius: f64) -> Self {
        let empty = Bitmap::new(frame.columns(), frame.rows());
        let disc = Disc::new(frame.cell(), radius, frame.columns().max(frame.rows()));
        let mut direct = Self {
            frame,
            slab,
            radius,
            painter: Painter::new(&frame, &slab),
            disc,
            fixed: [empty.clone(), empty.clone()],
            moving: empty.clone(),
            drawn: empty.clone(),
            grown: empty,
            rows: Default::default(),
            search: Scratch::default(),
        };
        direct.set_fixed([]);
        direct
    }

    /// The cells that are looked at.
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// Draws what never moves, and forgets what moves. Corners are relative to the frame's origin, in 1/1024 m.
    pub fn set_fixed(&mut self, triangles: impl IntoIterator<Item = [Vertex; 3]>) {
        let [occupied, grown] = &mut self.fixed;
        occupied.clear();
        self.painter.faces(triangles, occupied);
        grown.clear();
        self.disc.grow(occupied, grown, &mut self.rows);
        self.disc.close_rim(grown);
        self.set_moving([]);
    }

    /// Draws what moves, where it is now; what moved before is forgotten, and so are the discs.
    pub fn set_moving(&mut self, triangles: impl IntoIterator<Item = [Vertex; 3]>) {
        self.moving.clear();
        self.painter.faces(triangles, &mut self.moving);
        self.drawn.copy_from(&self.fixed[1]);
        self.disc.grow(&self.moving, &mut self.drawn, &mut self.rows);
        self.forget_discs();
    }

    /// Keeps the body off a disc, such as another body: (x, z) and radius in metres. It lasts until what moves is drawn again.
    ///
    /// No cell is marked as occupied: the centres nearer than both radii together are not free. A little more is added, so that
    /// the way between two free centres keeps off as well: half a diagonal step is a leg of the triangle.
    pub fn add_disc(&mut self, centre: [f64; 2], radius: f64) {
        if !centre.iter().all(|c| c.is_finite()) {
            return;
        }
        let (cell, [x, z]) = (i64::from(self.frame.cell()), self.frame.plan_of(centre));
        let both = ((self.radius + radius).max(0.0) * f64::from(PLAN_PER_METRE)).round().min(1e9) as i64;
        let squared = both * both + (cell * cell + 1) / 2;
        let reach = squared.isqrt();
        // Rows and columns are those whose centres, at (2n + 1) cell / 2, lie within.
        let first = |least: i64| (2 * least - cell + 2 * cell - 1).div_euclid(2 * cell).max(0);
        let last = |most: i64, count: u32| ((2 * most - cell).div_euclid(2 * cell)).min(i64::from(count) - 1);
        for row in first(z - reach)..=last(z + reach, self.frame.rows()) {
            let off = (2 * row + 1) * cell / 2 - z;
            // What is exactly as far as both radii is free.
            let Some(left) = squared.checked_sub(off * off + 1).filter(|left| *left >= 0) else { continue };
            let (from, to) = (first(x - left.isqrt()), last(x + left.isqrt(), self.frame.columns()));
            if from <= to {
                self.grown.set_span(row as u32, from as u32, to as u32);
            }
        }
    }

    /// Forgets the discs, and leaves everything else as it was.
    pub fn forget_discs(&mut self) {
        self.grown.copy_from(&self.drawn);
    }

    /// Radius of the body, in metres.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// Whether some part of a triangle in the slab lies above a cell.
    pub fn is_occupied(&self, cell: [u32; 2]) -> bool {
        self.fixed[0].get(cell) || self.moving.get(cell)
    }

    /// Whether the body fits about the centre of a cell.
    pub fn is_free(&self, cell: [u32; 2]) -> bool {
        cell[0] < self.frame.columns() && cell[1] < self.frame.rows() && !self.grown.get(cell)
    }

    /// Number of free cells.
    pub fn free_cells(&self) -> usize {
        self.frame.columns() as usize * self.frame.rows() as usize - self.grown.count()
    }

    /// Where the body does not fit: the seed's bitmap.
    pub fn bitmap(&self) -> &Bitmap {
        &self.grown
    }

    /// The way of least cost between two positions (x, z) in metres, whose cells must be free.
    pub fn plan(&mut self, from: [f64; 2], to: [f64; 2]) -> Result<DirectPath, NoRoute> {
        let start = self.frame.cell_at(from).ok_or_else(|| self.outside(Why::StartOffMap, from))?;
        let goal = self.frame.cell_at(to).ok_or_else(|| self.outside(Why::GoalOffMap, to))?;
        let path = self.search_ahead(start, goal).map_err(|no| match no {
            NoPath::StartBlocked => self.no_room(Why::StartOffMap, start),
            NoPath::GoalBlocked => self.no_room(Why::GoalOffMap, goal),
            NoPath::Disconnected | NoPath::TooLong => self.too_narrow(start, goal),
        })?;
        let route = self.route(&path);
        Ok(DirectPath { path, route })
    }

    /// The way out of the discs from a position (x, z) in metres: cells off everything drawn, from that of the position to the
    /// nearest free one. Just that one where the body is free already, `None` where there is no way out.
    pub fn way_out(&self, from: [f64; 2]) -> Option<Vec<[u32; 2]>> {
        let start = self.frame.cell_at(from)?;
        escape::nearest_free(&self.drawn, &self.grown, start)
    }

    /// The way of least cost between two cells: Dijkstra with costs of 10 and 14, as the seed has it.
    pub fn search(&mut self, from: [u32; 2], to: [u32; 2]) -> Result<GridPath, NoPath> {
        self.grid()?.find_blindly(&mut self.search, from, to)
    }

    /// The same headed for the goal, from jump point to jump point: a way of the same cost, much sooner. Its work counts the
    /// jump points, which are few beside the cells.
    pub fn search_ahead(&mut self, from: [u32; 2], to: [u32; 2]) -> Result<GridPath, NoPath> {
        self.grid()?.find_ahead(&mut self.search, from, to)
    }

    fn grid(&self) -> Result<Grid, NoPath> {
        self.grown.free_map().map(|map| Grid::new(map, MOVES)).map_err(|_| NoPath::StartBlocked)
    }

    /// A path as a route at the height of the floor, with a point at both ends and where it turns.
    fn route(&self, path: &GridPath) -> Route {
        let cells = &path.cells;
        let step = |i: usize| [0, 1].map(|axis| i64::from(cells[i + 1][axis]) - i64::from(cells[i][axis]));
        let is_turn = |&i: &usize| i == 0 || i + 1 == cells.len() || step(i - 1) != step(i);
        let points: Vec<[f64; 3]> = (0..cells.len()).filter(is_turn).map(|i| self.at(cells[i])).collect();
        let section = Section {
            action: Action::Walk,
            posture: Posture::Upright,
            behaviour: "walk".to_owned(),
            first: 0,
            last: points.len() - 1,
            height: self.slab.high - self.slab.floor,
            half_width: self.radius,
            clearance: self.radius,
        };
        Route {
            cost: f64::from(path.cost) / 10.0 * self.frame.cell_size(),
            work: Work { expanded: path.work.expanded, enqueued: path.work.enqueued },
            ..Route::over(points, vec![section])
        }
    }

    /// The centre of a cell on the floor.
    fn at(&self, cell: [u32; 2]) -> [f64; 3] {
        let [x, z] = self.frame.centre(cell);
        [x, self.slab.floor, z]
    }

    fn outside(&self, kind: Why, [x, z]: [f64; 2]) -> NoRoute {
        let end = if kind == Why::StartOffMap { "start" } else { "goal" };
        let message = format!("the {end} ({:.2}, {:.2}) is not in the frame that is looked at", tidy(x, 2), tidy(z, 2));
        NoRoute::new(kind, [x, self.slab.floor, z], message)
    }

    /// The refusal of an end on which the body does not fit.
    fn no_room(&self, kind: Why, cell: [u32; 2]) -> NoRoute {
        let end = if kind == Why::StartOffMap { "start" } else { "goal" };
        let (has, needs) = (2.0 * self.room(cell), 2.0 * self.radius);
        let at = self.at(cell);
        let message = if has < needs {
            format!("there are {has:.2} m free at the {end}; this body needs {needs:.2} m")
        } else {
            format!("another body is in the way at the {end}")
        };
        NoRoute { has: Some(has), needs: Some(needs), ..NoRoute::new(kind, at, message) }
    }

    /// The refusal of a way: the widest one there is, and where it is too narrow.
    fn too_narrow(&self, start: [u32; 2], goal: [u32; 2]) -> NoRoute {
        let occupied = |cell: [u32; 2]| self.is_occupied(cell);
        let (columns, rows) = (self.frame.columns(), self.frame.rows());
        let needs = 2.0 * self.radius;
        match narrow::widest(&occupied, [columns, rows], start, goal) {
            Some((cell, squared)) if self.metres(squared) < self.radius => {
                let (has, at) = (2.0 * self.metres(squared), self.at(cell));
                let [x, _, z] = at.map(|c| tidy(c, 2));
                let message =
                    format!("the widest way is {has:.2} m wide at ({x:.2}, {z:.2}); this body needs {needs:.2} m");
                NoRoute { has: Some(has), needs: Some(needs), ..NoRoute::new(Why::TooNarrow, at, message) }
            }
            Some(_) => NoRoute::new(Why::Disconnected, self.at(start), "other bodies are in the way".to_owned()),
            None => {
                let message = "start and goal are apart, whatever the width of the body".to_owned();
                NoRoute::new(Why::Disconnected, self.at(start), message)
            }
        }
    }

    /// Distance in metres from the centre of a cell to what is occupied or outside.
    fn room(&self, cell: [u32; 2]) -> f64 {
        let size = [self.frame.columns(), self.frame.rows()];
        self.metres(narrow::room(&|cell| self.is_occupied(cell), size, cell))
    }

    /// Metres of a squared distance in half cells.
    fn metres(&self, squared: u32) -> f64 {
        f64::from(squared).sqrt() * self.frame.cell_size() / 2.0
    }
}
