//! The rows of columns that a face touches, one after the other, decided by exact integer division once per row border.

use super::edges::{Crossing, Edges};
use super::placed::Placed;
use crate::ground::grid::Window;

/// Most corners of the part of a face in a row: two on each of the row's lines, and the face's own.
const POINTS: usize = 7;

/// The columns of one row that a face touches, and those whose centre it covers.
pub(super) struct Row {
    pub z: i64,
    /// First and last column that the face touches, inside the window or not.
    pub first: i32,
    pub last: i32,
    /// Columns whose centre is covered, half-open.
    pub covered: [i32; 2],
    /// Corners of the part of the face in the row: their columns and heights.
    pub columns: [i32; POINTS],
    pub heights: [f64; POINTS],
    pub count: usize,
    /// Columns of the window along the row.
    width: i32,
    /// Number of the row's first column in the window, and the difference between columns.
    pub start: usize,
    pub stride: usize,
}

impl Row {
    #[inline(always)]
    fn add(&mut self, point: Crossing) {
        self.first = self.first.min(point.column);
        self.last = self.last.max(point.column - i32::from(point.on_border));
        self.columns[self.count] = point.column;
        self.heights[self.count] = point.height;
        self.count += 1;
    }

    /// The first and last of its columns in the window.
    #[inline(always)]
    pub fn within(&self) -> [i32; 2] {
        [self.first.max(0), self.last.min(self.width - 1)]
    }
}

/// The rows of a face, one after the other.
pub(super) struct Rows<'a> {
    edges: &'a Edges,
    cell: i64,
    row: Row,
    /// Difference between the starts of successive rows.
    next_start: usize,
    /// Whether covered centres are needed.
    counts_centres: bool,
    /// The line between the previous row and the next, if the face crosses it.
    line: [Crossing; 2],
    cut: bool,
}

impl<'a> Rows<'a> {
    #[inline(always)]
    pub fn new(edges: &'a Edges, first: i64, cell: i64, window: &Window, face: &Placed, transposed: bool) -> Self {
        let cut = first * cell > edges.low();
        let line = if cut { edges.cross(first * cell) } else { [Crossing::default(); 2] };
        let (columns, heights) = ([0; POINTS], [0.0; POINTS]);
        let row_of = window.width as usize;
        let (width, stride, next_start) =
            if transposed { (window.depth, row_of, 1) } else { (window.width, 1, row_of) };
        let (z, covered) = (first - 1, [0, 0]);
        let row = Row { z, first: 0, last: 0, covered, columns, heights, count: 0, width, start: 0, stride };
        // A wall needs no centres, unless it bounds a solid.
        let counts_centres = face.key.is_standable() || face.winding != 0;
        Self { edges, cell, row, next_start, counts_centres, line, cut }
    }

    /// The next row.
    #[inline(always)]
    pub fn next(&mut self) -> &Row {
        let (edges, row) = (self.edges, &mut self.row);
        (row.z, row.first, row.last, row.count) = (row.z + 1, i32::MAX, i32::MIN, 0);
        row.start = row.z as usize * self.next_start;
        let (start, end) = (row.z * self.cell, row.z * self.cell + self.cell);
        if self.cut {
            row.add(self.line[0]);
            row.add(self.line[1]);
        }
        self.cut = end < edges.high();
        if self.cut {
            self.line = edges.cross(end);
            row.add(self.line[0]);
            row.add(self.line[1]);
        }
        for corner in &edges.corners {
            if (corner.z >= start) & (corner.z <= end) {
                row.add(corner.at);
            }
        }
        let centre = start + self.cell / 2;
        let covers = self.counts_centres & (edges.low() <= centre) & (centre < edges.high());
        row.covered = if covers { edges.covered(centre) } else { [0, 0] };
        row
    }
}
