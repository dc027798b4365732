//! Triangles in code: open faces and closed solids, moved and turned.

use footpath::Scene;
use footpath::scene::{Object, SceneBuilder, Tag};

/// Metres; x, y (up), z.
pub type Point = [f64; 3];

/// Loose triangles, counter-clockwise seen from outside or above.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Soup(pub Vec<[Point; 3]>);

impl Soup {
    pub fn of(parts: impl IntoIterator<Item = Soup>) -> Self {
        Self(parts.into_iter().flat_map(|part| part.0).collect())
    }

    pub fn and(mut self, other: Soup) -> Self {
        self.0.extend(other.0);
        self
    }

    /// Every corner put somewhere else.
    pub fn map(&self, to: impl Fn(Point) -> Point) -> Self {
        Self(self.0.iter().map(|corners| corners.map(&to)).collect())
    }

    pub fn moved(&self, by: Point) -> Self {
        self.map(|p| std::array::from_fn(|i| p[i] + by[i]))
    }

    /// Turned about the vertical through the origin.
    pub fn turned(&self, degrees: f64) -> Self {
        let (sine, cosine) = degrees.to_radians().sin_cos();
        self.map(|[x, y, z]| [x * cosine - z * sine, y, x * sine + z * cosine])
    }

    /// The same faces seen from the other side.
    pub fn flipped(&self) -> Self {
        Self(self.0.iter().map(|&[a, b, c]| [a, c, b]).collect())
    }

    /// Every triangle cut in four at the middles of its edges.
    pub fn quartered(&self) -> Self {
        let middle = |a: Point, b: Point| std::array::from_fn(|i| (a[i] + b[i]) / 2.0);
        let parts = self.0.iter().flat_map(|&[a, b, c]| {
            let (ab, bc, ca) = (middle(a, b), middle(b, c), middle(c, a));
            [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]
        });
        Self(parts.collect())
    }

    pub fn vertices(&self) -> Vec<Point> {
        self.0.iter().flatten().copied().collect()
    }

    pub fn indices(&self) -> Vec<u32> {
        (0..self.0.len() as u32 * 3).collect()
    }

    /// Adds the triangles as an object.
    pub fn put(&self, builder: SceneBuilder, name: &str) -> SceneBuilder {
        self.put_tagged(builder, name, Tag::Walkable)
    }

    pub fn put_tagged(&self, builder: SceneBuilder, name: &str, tag: Tag) -> SceneBuilder {
        builder.object_with(Object { tag, ..Object::new(name) }, &self.vertices(), &self.indices(), None)
    }

    /// A scene of one object.
    pub fn scene(&self) -> Scene {
        self.put(Scene::builder(), "soup").build()
    }
}

/// A flat four-sided face; its corners counter-clockwise from the side that it looks to.
pub fn quad([a, b, c, d]: [Point; 4]) -> Soup {
    Soup(vec![[a, b, c], [a, c, d]])
}

/// A level face that looks up.
pub fn strip(x: [f64; 2], z: [f64; 2], y: f64) -> Soup {
    quad([[x[0], y, z[0]], [x[0], y, z[1]], [x[1], y, z[1]], [x[1], y, z[0]]])
}

/// An upright face without thickness between two points in plan.
pub fn wall(from: [f64; 2], to: [f64; 2], y: [f64; 2]) -> Soup {
    quad([[from[0], y[0], from[1]], [to[0], y[0], to[1]], [to[0], y[1], to[1]], [from[0], y[1], from[1]]])
}

/// A closed box.
pub fn block(low: Point, high: Point) -> Soup {
    let outline = [[low[0], low[2]], [low[0], high[2]], [high[0], high[2]], [high[0], low[2]]];
    prism(&outline, [low[1], high[1]])
}

/// A closed prism over a convex outline in plan (x, z).
pub fn prism(outline: &[[f64; 2]], y: [f64; 2]) -> Soup {
    sloped(outline, |_| y[0], |_| y[1])
}

/// A closed solid over a convex outline in plan between two planes.
pub fn sloped(outline: &[[f64; 2]], low: impl Fn([f64; 2]) -> f64, high: impl Fn([f64; 2]) -> f64) -> Soup {
    let count = outline.len();
    let area: f64 =
        (0..count).map(|i| (outline[i], outline[(i + 1) % count])).map(|(a, b)| a[0] * b[1] - b[0] * a[1]).sum();
    // In x and z, counter-clockwise from above runs the other way round.
    let ordered: Vec<_> = if area > 0.0 { outline.iter().rev().copied().collect() } else { outline.to_vec() };
    let bottom = |i: usize| [ordered[i % count][0], low(ordered[i % count]), ordered[i % count][1]];
    let top = |i: usize| [ordered[i % count][0], high(ordered[i % count]), ordered[i % count][1]];
    let mut soup = Soup::default();
    for i in 1..count - 1 {
        soup.0.push([top(0), top(i), top(i + 1)]);
        soup.0.push([bottom(0), bottom(i + 1), bottom(i)]);
    }
    for i in 0..count {
        soup = soup.and(quad([bottom(i), bottom(i + 1), top(i + 1), top(i)]));
    }
    soup
}
