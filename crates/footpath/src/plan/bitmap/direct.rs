//! The direct mode: triangles in, a path out, without a bake (Kuffner 1998, §5 and §6).
//!
//! Fixed triangles are projected and grown once ([`Direct::set_fixed`]). Moving triangles are projected and grown each time
//! ([`Direct::set_moving`]); the result is the union of both. Other bodies are added as discs ([`Direct::add_disc`]), which need
//! no projection.

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

/// Costs in tenths of a cell; diagonals need both cells beside them free.
const MOVES: Moves = Moves::Tenths(Corners::BothFree);

/// A bitmap that is redrawn when objects move, and searched.
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
    /// Fixed triangles: occupied cells, and these grown.
    fixed: [Bitmap; 2],
    /// Moving triangles: occupied cells.
    moving: Bitmap,
    /// Fixed and moving triangles, grown.
    drawn: Bitmap,
    /// The same with the discs.
    grown: Bitmap,
    rows: [Vec<u64>; 2],
    search: Scratch,
}

/// The result of the direct mode.
#[derive(Clone, Debug, PartialEq)]
pub struct DirectPath {
    /// The cells from start to goal, with their cost in tenths of a cell.
    pub path: GridPath,
    /// The path in metres: from the start straight over the centres of the cells where it turns, to the goal.
    pub route: Route,
}

impl Direct {
    /// An empty bitmap for a body with a radius in metres.
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

    /// The frame of cells.
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// Draws the fixed triangles and removes the moving ones. Vertices are relative to the frame's origin, in 1/1024 m.
    pub fn set_fixed(&mut self, triangles: impl IntoIterator<Item = [Vertex; 3]>) {
        let [occupied, grown] = &mut self.fixed;
        occupied.clear();
        self.painter.faces(triangles, occupied);
        grown.clear();
        self.disc.grow(occupied, grown, &mut self.rows);
        self.disc.close_rim(grown);
        self.set_moving([]);
    }

    /// Draws the moving triangles at their present positions. Removes the earlier ones and the discs.
    pub fn set_moving(&mut self, triangles: impl IntoIterator<Item = [Vertex; 3]>) {
        self.moving.clear();
        self.painter.faces(triangles, &mut self.moving);
        self.drawn.copy_from(&self.fixed[1]);
        self.disc.grow(&self.moving, &mut self.drawn, &mut self.rows);
        self.forget_discs();
    }

    /// Keeps the body away from a disc, such as another body: centre (x, z) and radius in metres. The disc stays until moving
    /// triangles are drawn again.
    ///
    /// No cell becomes occupied. Cells whose centres are nearer than the sum of both radii, and a little more, are no longer
    /// free. The addition keeps the straight line between two free centres away from the disc as well: half a diagonal step is a
    /// leg of that triangle.
    pub fn add_disc(&mut self, centre: [f64; 2], radius: f64) {
        if !centre.iter().all(|c| c.is_finite()) {
            return;
        }
        let (cell, [x, z]) = (i64::from(self.frame.cell()), self.frame.plan_of(centre));
        let both = ((self.radius + radius).max(0.0) * f64::from(PLAN_PER_METRE)).round().min(1e9) as i64;
        let squared = both * both + (cell * cell + 1) / 2;
        let reach = squared.isqrt();
        // Rows and columns whose centres, at (2n + 1) cell / 2, lie within.
        let first = |least: i64| (2 * least - cell + 2 * cell - 1).div_euclid(2 * cell).max(0);
        let last = |most: i64, count: u32| ((2 * most - cell).div_euclid(2 * cell)).min(i64::from(count) - 1);
        for row in first(z - reach)..=last(z + reach, self.frame.rows()) {
            let off = (2 * row + 1) * cell / 2 - z;
            // A distance of exactly both radii is free.
            let Some(left) = squared.checked_sub(off * off + 1).filter(|left| *left >= 0) else { continue };
            let (from, to) = (first(x - left.isqrt()), last(x + left.isqrt(), self.frame.columns()));
            if from <= to {
                self.grown.set_span(row as u32, from as u32, to as u32);
            }
        }
    }

    /// Removes the discs and nothing else.
    pub fn forget_discs(&mut self) {
        self.grown.copy_from(&self.drawn);
    }

    /// Radius of the body, in metres.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// Whether a part of a triangle within the slab lies above a cell.
    pub fn is_occupied(&self, cell: [u32; 2]) -> bool {
        self.fixed[0].get(cell) || self.moving.get(cell)
    }

    /// Whether the body fits around the centre of a cell.
    pub fn is_free(&self, cell: [u32; 2]) -> bool {
        cell[0] < self.frame.columns() && cell[1] < self.frame.rows() && !self.grown.get(cell)
    }

    /// Number of free cells.
    pub fn free_cells(&self) -> usize {
        self.frame.columns() as usize * self.frame.rows() as usize - self.grown.count()
    }

    /// The cells in which the body does not fit.
    pub fn bitmap(&self) -> &Bitmap {
        &self.grown
    }

    /// The path of least cost between two positions (x, z) in metres, whose cells must be free.
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

    /// The way out of the discs from a position (x, z) in metres: cells outside everything drawn, from the position's cell to the
    /// nearest free one. Only that cell if it is free already; `None` if there is no way out.
    pub fn way_out(&self, from: [f64; 2]) -> Option<Vec<[u32; 2]>> {
        let start = self.frame.cell_at(from)?;
        escape::nearest_free(&self.drawn, &self.grown, start)
    }

    /// The path of least cost between two cells, by Dijkstra's search with costs of 10 and 14 as in Kuffner 1998.
    pub fn search(&mut self, from: [u32; 2], to: [u32; 2]) -> Result<GridPath, NoPath> {
        self.grid()?.find_blindly(&mut self.search, from, to)
    }

    /// A path of the same cost, found by jump points in much less time. Its work counts jump points, which are few compared with
    /// cells.
    pub fn search_ahead(&mut self, from: [u32; 2], to: [u32; 2]) -> Result<GridPath, NoPath> {
        self.grid()?.find_ahead(&mut self.search, from, to)
    }

    fn grid(&self) -> Result<Grid, NoPath> {
        self.grown.free_map().map(|map| Grid::new(map, MOVES)).map_err(|_| NoPath::StartBlocked)
    }

    /// A path as a route at the height of the floor, with points at both ends and at each turn.
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
        let message = format!("the {end} ({:.2}, {:.2}) is outside the frame", tidy(x, 2), tidy(z, 2));
        NoRoute::new(kind, [x, self.slab.floor, z], message)
    }

    /// The refusal of an endpoint at which the body does not fit.
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

    /// The refusal of a query without a path: the widest path there is, and its narrowest place.
    fn too_narrow(&self, start: [u32; 2], goal: [u32; 2]) -> NoRoute {
        let occupied = |cell: [u32; 2]| self.is_occupied(cell);
        let (columns, rows) = (self.frame.columns(), self.frame.rows());
        let needs = 2.0 * self.radius;
        match narrow::widest_path(&occupied, [columns, rows], start, goal) {
            Some((cell, squared)) if self.metres(squared) < self.radius => {
                let (has, at) = (2.0 * self.metres(squared), self.at(cell));
                let [x, _, z] = at.map(|c| tidy(c, 2));
                let message =
                    format!("the widest way is {has:.2} m wide at ({x:.2}, {z:.2}); this body needs {needs:.2} m");
                NoRoute { has: Some(has), needs: Some(needs), ..NoRoute::new(Why::TooNarrow, at, message) }
            }
            Some(_) => NoRoute::new(Why::Disconnected, self.at(start), "other bodies are in the way".to_owned()),
            None => {
                let message = "no path joins start and goal, whatever the width of the body".to_owned();
                NoRoute::new(Why::Disconnected, self.at(start), message)
            }
        }
    }

    /// Distance in metres from the centre of a cell to the nearest occupied cell or the frame's rim.
    fn room(&self, cell: [u32; 2]) -> f64 {
        let size = [self.frame.columns(), self.frame.rows()];
        self.metres(narrow::room(&|cell| self.is_occupied(cell), size, cell))
    }

    /// A squared distance in half cells, in metres.
    fn metres(&self, squared: u32) -> f64 {
        f64::from(squared).sqrt() * self.frame.cell_size() / 2.0
    }
}
