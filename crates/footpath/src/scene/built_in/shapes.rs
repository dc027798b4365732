//! Generators of closed shapes: what the built-in scenes are made of.
//!
//! In: measures in metres. Out: a [`Shape`] whose faces are counter-clockwise seen from outside and whose every edge is
//! used once each way, so that its inside is found solid. Only [`quad`] is open: it is for things without thickness.

use crate::scene::cut_ears;

/// Lower and upper end of something along one axis, in metres.
pub(super) type Range = [f64; 2];

/// Vertices and three indices per triangle, as `SceneBuilder` takes them.
#[derive(Clone, Debug, Default)]
pub(super) struct Shape {
    pub(super) vertices: Vec<[f64; 3]>,
    pub(super) indices: Vec<u32>,
}

impl Shape {
    /// Several shapes as one. They may touch or overlap; each stays closed by itself.
    pub(super) fn of(parts: impl IntoIterator<Item = Shape>) -> Self {
        let mut whole = Self::default();
        for part in parts {
            whole.push(part);
        }
        whole
    }

    /// Adds another shape to this one.
    pub(super) fn push(&mut self, part: Shape) {
        let first = self.vertices.len() as u32;
        self.vertices.extend(part.vertices);
        self.indices.extend(part.indices.iter().map(|index| index + first));
    }

    /// Moved by an offset.
    pub(super) fn at(mut self, offset: [f64; 3]) -> Self {
        for vertex in &mut self.vertices {
            *vertex = std::array::from_fn(|axis| vertex[axis] + offset[axis]);
        }
        self
    }

    /// Turned by quarter turns about the vertical through the origin: +x goes to −z, as seen from above anticlockwise.
    pub(super) fn turned(mut self, quarters: u32) -> Self {
        for _ in 0..quarters % 4 {
            for [x, _, z] in &mut self.vertices {
                (*x, *z) = (*z, -*x);
            }
        }
        self
    }

    fn corner(&mut self, vertex: [f64; 3]) -> u32 {
        self.vertices.push(vertex);
        self.vertices.len() as u32 - 1
    }

    fn face(&mut self, corners: [[f64; 3]; 4]) {
        let [a, b, c, d] = corners.map(|corner| self.corner(corner));
        self.indices.extend([a, b, c, a, c, d]);
    }
}

/// A box.
pub(super) fn block(x: Range, y: Range, z: Range) -> Shape {
    perforated([x, y, z], &[])
}

/// A plate with rectangular holes right through its thickness: a slab with a stairwell, a wall with doors and windows.
///
/// Each hole is a box too; it must span the plate's thickness and may reach its rim. The faces are cut along all the
/// lines of the holes, so that neighbouring faces share whole edges.
pub(super) fn perforated(plate: [Range; 3], holes: &[[Range; 3]]) -> Shape {
    let lines = [0, 1, 2].map(|axis| cut_lines(plate[axis], holes.iter().map(|hole| hole[axis])));
    let count = [0, 1, 2].map(|axis| lines[axis].len() - 1);
    let middle = |axis: usize, i: usize| (lines[axis][i] + lines[axis][i + 1]) / 2.0;
    let is_solid = |cell: [usize; 3]| {
        if (0..3).any(|axis| cell[axis] >= count[axis]) {
            return false;
        }
        let centre = [0, 1, 2].map(|axis| middle(axis, cell[axis]));
        !holes.iter().any(|hole| (0..3).all(|axis| hole[axis][0] < centre[axis] && centre[axis] < hole[axis][1]))
    };
    let mut shape = Shape::default();
    let cells = (0..count.iter().product())
        .map(|at: usize| [at / count[2] / count[1], at / count[2] % count[1], at % count[2]]);
    for cell in cells.filter(|&cell| is_solid(cell)) {
        for (axis, is_upper) in (0..3).flat_map(|axis| [(axis, false), (axis, true)]) {
            let mut next = cell;
            // The cell before the first one is beyond the last.
            next[axis] = if is_upper { cell[axis] + 1 } else { cell[axis].wrapping_sub(1) };
            if !is_solid(next) {
                shape.face(side(cell, &lines, axis, is_upper));
            }
        }
    }
    shape
}

/// A box whose faces are cut into so many pieces along each axis: 4 (ab + bc + ca) triangles.
pub(super) fn tiled(plate: [Range; 3], pieces: [usize; 3]) -> Shape {
    let line = |axis: usize, i: usize| {
        let [low, high] = plate[axis];
        if i == pieces[axis] { high } else { low + (high - low) * i as f64 / pieces[axis] as f64 }
    };
    let lines = [0, 1, 2].map(|axis| (0..=pieces[axis]).map(|i| line(axis, i)).collect::<Vec<f64>>());
    let mut shape = Shape::default();
    for axis in 0..3 {
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        for (i, j) in (0..pieces[u]).flat_map(|i| (0..pieces[v]).map(move |j| (i, j))) {
            for is_upper in [false, true] {
                let mut cell = [0; 3];
                (cell[u], cell[v]) = (i, j);
                cell[axis] = if is_upper { pieces[axis] - 1 } else { 0 };
                shape.face(side(cell, &lines, axis, is_upper));
            }
        }
    }
    shape
}

/// One side of a cell between cut lines, counter-clockwise seen from outside the cell.
fn side(cell: [usize; 3], lines: &[Vec<f64>; 3], axis: usize, is_upper: bool) -> [[f64; 3]; 4] {
    let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
    let mut corners = [[0, 0], [1, 0], [1, 1], [0, 1]].map(|[du, dv]| {
        let mut index = cell;
        index[axis] += usize::from(is_upper);
        index[u] += du;
        index[v] += dv;
        std::array::from_fn(|axis| lines[axis][index[axis]])
    });
    if !is_upper {
        corners.reverse();
    }
    corners
}

fn cut_lines(plate: Range, holes: impl Iterator<Item = Range>) -> Vec<f64> {
    let mut lines: Vec<f64> = holes.flatten().filter(|&c| plate[0] < c && c < plate[1]).chain(plate).collect();
    lines.sort_by(f64::total_cmp);
    lines.dedup();
    lines
}

/// The axis along which an outline is drawn out to a prism, and with it what the outline's coordinates are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Along {
    /// The outline is (z, y).
    X,
    /// The outline is (x, z).
    Y,
    /// The outline is (x, y).
    Z,
}

/// A simple polygon drawn out along an axis.
pub(super) fn prism(along: Along, outline: &[[f64; 2]], range: Range) -> Shape {
    let place = |[u, v]: [f64; 2], w: f64| match along {
        Along::X => [w, v, u],
        Along::Y => [u, w, v],
        Along::Z => [u, v, w],
    };
    let count = outline.len() as u32;
    let mut shape = Shape::default();
    for w in range {
        shape.vertices.extend(outline.iter().map(|&point| place(point, w)));
    }
    for ear in ears(outline).chunks_exact(3) {
        shape.indices.extend(ear);
        shape.indices.extend(ear.iter().rev().map(|index| index + count));
    }
    for i in 0..count {
        let next = (i + 1) % count;
        shape.indices.extend([i + count, next + count, next, i + count, next, i]);
    }
    // The outline may run either way round and two of the three axes mirror it.
    if volume(&shape) < 0.0 {
        shape.indices.chunks_exact_mut(3).for_each(|triangle| triangle.swap(0, 1));
    }
    shape
}

/// A solid flight of stairs that climbs towards larger z (turn it for other directions): `steps` treads, of which the
/// first is one riser above `foot` and the last one riser below the floor it leads to.
///
/// With `thickness` the flight is a slab with a sloping underside, measured down from the inner corners of the steps;
/// without it, it stands on the ground.
pub(super) struct Flight {
    pub(super) x: Range,
    pub(super) foot: [f64; 2],
    pub(super) steps: u32,
    pub(super) riser: f64,
    pub(super) tread: f64,
    pub(super) thickness: Option<f64>,
}

impl Flight {
    /// The flight as one closed prism; `foot` is (z, y) of the lowest front edge.
    pub(super) fn shape(&self) -> Shape {
        let [z, y] = self.foot;
        let corner = |i: u32, j: u32| [z + f64::from(i) * self.tread, y + f64::from(j) * self.riser];
        let mut outline = Vec::new();
        for step in 0..self.steps {
            outline.extend([corner(step, step), corner(step, step + 1)]);
        }
        outline.push(corner(self.steps, self.steps));
        match self.thickness {
            None => outline.push(corner(self.steps, 0)),
            Some(thickness) => {
                let top = corner(self.steps, self.steps);
                // Where the sloping underside comes down to the floor.
                let landed = z + thickness / self.riser * self.tread;
                outline.extend([[top[0], top[1] - thickness], [landed, y]]);
            }
        }
        prism(Along::X, &outline, self.x)
    }
}

/// A quarter of a 16-sided circle of radius 1 in fractions, so that no platform's sine has a say.
const QUARTER: [[f64; 2]; 4] =
    [[1.0, 0.0], [12.0 / 13.0, 5.0 / 13.0], [12.0 / 17.0, 12.0 / 17.0], [5.0 / 13.0, 12.0 / 13.0]];

/// A cylinder about an axis through `centre`, given in the coordinates of the outline; thin ones have 8 sides, not 16.
pub(super) fn cylinder(along: Along, centre: [f64; 2], radius: f64, range: Range) -> Shape {
    let stride = if radius < 0.3 { 2 } else { 1 };
    let outline: Vec<_> = (0..16)
        .step_by(stride)
        .map(|i| {
            let [u, v] = QUARTER[i % 4];
            let [u, v] = [[u, v], [-v, u], [-u, -v], [v, -u]][i / 4];
            [centre[0] + radius * u, centre[1] + radius * v]
        })
        .collect();
    prism(along, &outline, range)
}

/// A rectangle or other flat four-sided face without thickness.
pub(super) fn quad(corners: [[f64; 3]; 4]) -> Shape {
    let mut shape = Shape::default();
    shape.face(corners);
    shape
}

/// Cuts a simple polygon into triangles, corner by corner: three indices each.
fn ears(outline: &[[f64; 2]]) -> Vec<u32> {
    let area = |a: [f64; 2], b: [f64; 2], c: [f64; 2]| (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
    let whole: f64 = outline.windows(2).map(|pair| area(outline[0], pair[0], pair[1])).sum();
    // In a mirror, a clockwise outline is counter-clockwise.
    let flat: Vec<[f64; 2]> = outline.iter().map(|&[u, v]| if whole < 0.0 { [v, u] } else { [u, v] }).collect();
    let mut triangles = Vec::new();
    cut_ears(&(0..outline.len() as u32).collect::<Vec<u32>>(), &flat, &mut triangles);
    // The last triangle begins with its last corner, as those before it do.
    let last = triangles.len().saturating_sub(3);
    triangles[last..].rotate_right(1);
    triangles
}

/// Six times the signed volume; positive when the faces look outwards.
fn volume(shape: &Shape) -> f64 {
    let corner = |index: u32| shape.vertices[index as usize];
    let triangles = shape.indices.chunks_exact(3);
    triangles.map(|t| determinant(corner(t[0]), corner(t[1]), corner(t[2]))).sum()
}

fn determinant(a: [f64; 3], b: [f64; 3], c: [f64; 3]) -> f64 {
    a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])
}
