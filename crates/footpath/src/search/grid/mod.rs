//! Uniform grids: a map of free cells, a rule of moving, and paths between cells.
//!
//! In: a [`GridMap`] and [`Moves`]. Out: for two cells a [`GridPath`] of least cost, cell by cell, or why there is none. The
//! rings of free cells around each cell, the connected pieces and the tables of jumps are derived from the map on first use. The
//! kernel of this module searches over [`Steps`] from cell to cell, or over [`JumpPoints`].
//!
//! Costs are integers (408 and 577, or 10 and 14). A path also counts its steps, so its exact length can be compared with
//! published lengths. [`moving_ai`] reads maps and scenario files of the MovingAI benchmark.
//!
//! ```
//! use footpath::search::grid::{Corners, Grid, GridMap, Moves, Scratch};
//!
//! let rows = ["....", ".##.", "...."];
//! let map = GridMap::new(4, 3, |x, y| rows[y].as_bytes()[x] == b'.')?;
//! let grid = Grid::new(map, Moves::Eight(Corners::BothFree));
//! let path = grid.find(&mut Scratch::default(), [0, 0], [3, 2]).expect("a way around the wall");
//! assert_eq!((path.orthogonal, path.diagonal), (5, 0));
//! assert_eq!(path.cells.len(), 6);
//! # Ok::<(), footpath::search::grid::SizeError>(())
//! ```

mod heuristic;
mod jumps;
mod map;
pub mod moving_ai;
mod path;
mod rule;
mod scan;
mod steps;
mod table;

pub use crate::geom::{DIAGONAL, ORTHOGONAL};
pub use jumps::JumpPoints;
pub use map::{GridMap, MAX_CELLS, MAX_SIDE, SizeError};
pub use path::{GridPath, NoPath};
pub use rule::{Corners, Moves};
pub use steps::Steps;

use super::{Buckets, Seen, Space, search};
use crate::geom::DisjointSets;
use heuristic::Rows;
use scan::{ByBits, Scan};
use std::sync::OnceLock;
use table::{ByTable, Table};

/// A map with a rule of moving and what is derived from both.
#[derive(Clone, Debug)]
pub struct Grid {
    map: GridMap,
    moves: Moves,
    /// By cell: which of the eight cells around it are free. Derived on first use, as the tables below.
    rings: OnceLock<Vec<u8>>,
    /// By ring: which directions are open.
    open: [u8; 256],
    /// By direction: the difference from a cell's number to that of the next.
    offsets: [i32; 8],
    /// By cell: the first cell of its connected piece.
    pieces: OnceLock<Vec<u32>>,
    rows: Rows,
    table: OnceLock<Table>,
    scan: OnceLock<Option<Scan>>,
}

/// Queue and seen-table of a search, reused by the next.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    queue: Buckets,
    seen: Seen,
}

impl Grid {
    /// A grid with nothing derived yet. Deriving what a search needs takes time linear in the cells.
    pub fn new(map: GridMap, moves: Moves) -> Self {
        let width = map.width() as i32;
        let offsets = rule::DIRECTIONS.map(|[x, y]| y * width + x);
        let rows = Rows::new(map.width());
        let (rings, pieces, table, scan) = Default::default();
        Self { map, moves, rings, open: moves.open(), offsets, pieces, rows, table, scan }
    }

    /// The map.
    pub fn map(&self) -> &GridMap {
        &self.map
    }

    /// The rule of moving.
    pub fn moves(&self) -> Moves {
        self.moves
    }

    /// Number of a free cell.
    pub fn cell(&self, place: [u32; 2]) -> Option<u32> {
        self.map.is_free(place).then(|| place[1] * self.map.width() + place[0])
    }

    /// Column and row of a cell.
    fn place(&self, cell: u32) -> [i32; 2] {
        self.rows.place(cell)
    }

    /// Whether a path joins two cells; found without a search.
    pub fn is_connected(&self, from: [u32; 2], to: [u32; 2]) -> bool {
        let piece = |place| self.cell(place).map(|cell| self.pieces()[cell as usize]);
        piece(from).is_some() && piece(from) == piece(to)
    }

    /// The cells as a space with single steps, towards a goal or, for a flood, without one.
    pub fn steps(&self, goal: Option<u32>) -> Steps<'_> {
        Steps::new(self, goal)
    }

    /// The jump points as a space, towards a goal. `None` unless there are eight neighbours and diagonals that cost more than a
    /// step and less than two: the rules of pruning are proven for them only. Derives the table of jumps if it is missing.
    pub fn jumps(&self, goal: u32) -> Option<JumpPoints<'_, ByTable<'_>>> {
        let fits = matches!(self.moves, Moves::Eight(_) | Moves::Tenths(_));
        let sight = || ByTable { table: self.table.get_or_init(|| Table::new(self)), rings: self.rings() };
        fits.then(|| JumpPoints::new(self, sight(), goal))
    }

    /// The same without a table, for diagonals that need both cells beside them. Reading the bits of the map takes little
    /// preparation, but each jump takes longer.
    fn scan(&self, goal: u32) -> Option<JumpPoints<'_, ByBits<'_>>> {
        let scan = self.scan.get_or_init(|| Scan::new(&self.map, self.moves));
        scan.as_ref().map(|scan| JumpPoints::new(self, scan, goal))
    }

    /// A path of least cost: by jump points with eight neighbours and diagonals longer than a step, else by single steps. The
    /// first call derives the table of jumps.
    pub fn find(&self, scratch: &mut Scratch, from: [u32; 2], to: [u32; 2]) -> Result<GridPath, NoPath> {
        let ends = self.ends(from, to)?;
        match self.jumps(ends.1) {
            Some(space) => self.run(scratch, space, ends),
            None => self.run(scratch, self.steps(Some(ends.1)), ends),
        }
    }

    /// A path of least cost by single steps; derives no table of jumps.
    pub fn find_by_steps(&self, scratch: &mut Scratch, from: [u32; 2], to: [u32; 2]) -> Result<GridPath, NoPath> {
        let ends = self.ends(from, to)?;
        self.run(scratch, self.steps(Some(ends.1)), ends)
    }

    /// A path of least cost by Dijkstra's search: cell by cell and without an estimate, for maps that are searched once and then
    /// drawn anew.
    pub fn find_blindly(&self, scratch: &mut Scratch, from: [u32; 2], to: [u32; 2]) -> Result<GridPath, NoPath> {
        let ends = self.free_ends(from, to)?;
        self.run(scratch, Steps::blind(self, ends.1), ends)
    }

    /// A path of least cost with an estimate: by jump points seen in the bits of the map where diagonals need both cells beside
    /// them, else by A* cell by cell. For maps that are searched once; faster than [`Grid::find_blindly`].
    pub fn find_ahead(&self, scratch: &mut Scratch, from: [u32; 2], to: [u32; 2]) -> Result<GridPath, NoPath> {
        let ends = self.free_ends(from, to)?;
        match self.scan(ends.1) {
            Some(space) => self.run(scratch, space, ends),
            None => self.run(scratch, self.steps(Some(ends.1)), ends),
        }
    }

    /// Searches a space from a start to a goal, and reads the path.
    fn run(&self, scratch: &mut Scratch, mut space: impl Space, (start, goal): (u32, u32)) -> Result<GridPath, NoPath> {
        let Scratch { queue, seen } = scratch;
        let outcome = search(&mut space, queue, seen, &[(start, 0)], u64::MAX);
        self.read(seen, goal, outcome)
    }

    /// The numbers of both ends, if a path joins them.
    fn ends(&self, from: [u32; 2], to: [u32; 2]) -> Result<(u32, u32), NoPath> {
        let (start, goal) = self.free_ends(from, to)?;
        let joined = self.pieces()[start as usize] == self.pieces()[goal as usize];
        if joined { Ok((start, goal)) } else { Err(NoPath::Disconnected) }
    }

    /// The numbers of both ends, if they are free.
    fn free_ends(&self, from: [u32; 2], to: [u32; 2]) -> Result<(u32, u32), NoPath> {
        let start = self.cell(from).ok_or(NoPath::StartBlocked)?;
        Ok((start, self.cell(to).ok_or(NoPath::GoalBlocked)?))
    }

    /// Number of cells, free or not.
    fn cells(&self) -> usize {
        self.map.width() as usize * self.map.height() as usize
    }

    fn rings(&self) -> &[u8] {
        self.rings.get_or_init(|| self.map.rings())
    }

    fn pieces(&self) -> &[u32] {
        self.pieces.get_or_init(|| self.connected_pieces())
    }

    /// By free cell: the first cell of its connected piece.
    fn connected_pieces(&self) -> Vec<u32> {
        let (rings, mut pieces) = (self.rings(), DisjointSets::new(self.cells()));
        // Blocked cells have rings too; only free cells have moves.
        for cell in (0..self.cells() as u32).filter(|&cell| self.is_free(cell)) {
            let open = self.open[usize::from(rings[cell as usize])];
            // Rules are symmetric, so directions to lower numbers are enough: west, north-west, north, north-east.
            for d in (4..8).filter(|d| open >> d & 1 == 1) {
                pieces.join(cell, cell.wrapping_add_signed(self.offsets[d]));
            }
        }
        pieces.roots().to_vec()
    }

    fn is_free(&self, cell: u32) -> bool {
        let [x, y] = self.place(cell);
        self.map.is_free([x as u32, y as u32])
    }
}
