//! The independent checker: every route of every planner passes it, and users can check their own routes with it.
//!
//! In: triangles with objects and tags, a body, a route. Out: nothing, or the first [`Fault`]. The checker uses no columns,
//! floors, links or sheets, so it cannot share a planner's mistakes. Its rules:
//!
//! * **Shape** (`shape`): coordinates are finite, sections cover the points in order, the length is that of the points, heights
//!   and half-widths are those of the body, and the body has the ability for each section.
//! * **Room** (`collide`): the body is a cylinder of the section's half-width from `max_climb` above the feet to the height of
//!   its posture. Between two points it moves straight, in a leap along its [`Arc`](super::Arc). It is swept exactly (`sweep`),
//!   without sampling; chords of arcs are at most half a millimetre low. Touching is allowed: objects may reach one unit of the
//!   vertex grid (1/1024 m) and 0.1 mm into the body on each side.
//! * **Steps ahead** (`excuse`): an object up to `max_climb` above ground that small moves reach from the feet is no collision.
//! * **Ground** (`support`): every 5 cm there is a surface no steeper than 63° under the middle of the body, or within a foot's
//!   reach (0.15 m, or a cell and an eighth) beside it, within `max_climb` of the feet in height, and for longer than a stride
//!   (0.75 m) within 5 cm or a cell's height of them; not steeper than `max_slope` for longer than a foot; and no higher than a
//!   step from the last one. In a leap this holds at both ends.
//! * **Rules** (`support`): the body stands on nothing that is forbidden or an obstacle, nor steps or jumps over what is forbidden.
//!
//! Tolerances favour the body, by the amounts given with each rule. The sweep has no other tolerance.

mod cells;
mod collide;
mod excuse;
mod facets;
mod follow;
mod shape;
mod support;
mod sweep;
mod walk;

use crate::geom::segment_to_triangle;
use crate::scene::Tag;
use facets::Facet;

pub use walk::{Fault, FaultKind};

use super::Route;
use crate::body::Body;
use crate::ground::Face;
use crate::scene::{Object, Rules, Scene};
use crate::world::{Bytes, World};
use facets::Facets;
use std::fmt;
use std::sync::Arc;
use walk::Walk;

/// How far from the middle of the body a foot reaches, in metres.
const FOOT: f64 = 0.15;
/// How far points may be above or below the ground, in metres, for bodies that climb less.
const LOOSE: f64 = 0.05;

/// Checks routes against the triangles of a scene or a world.
///
/// Building a checker sorts all triangles; a check afterwards is fast. Clones share the triangles.
///
/// ```
/// use footpath::body::{Action, Posture};
/// use footpath::route::{Checker, FaultKind, Section};
/// use footpath::{Body, Route, Scene};
///
/// let plate = [[0.0, 0.0, 0.0], [0.0, 0.0, 4.0], [4.0, 0.0, 4.0], [4.0, 0.0, 0.0]];
/// let scene = Scene::builder().object("plate", &plate, &[0u32, 1, 2, 0, 2, 3], None).build();
/// let checker = Checker::of_scene(&scene);
///
/// let body = Body::adult();
/// let walk = |to: [f64; 3]| {
///     let points = vec![[1.0, 0.0, 1.0], to];
///     let section = Section {
///         action: Action::Walk,
///         posture: Posture::Upright,
///         behaviour: "walk".to_owned(),
///         first: 0,
///         last: 1,
///         height: body.height,
///         half_width: body.radius,
///         clearance: 0.3,
///     };
///     Route { length: Route::length_of(&points), points, sections: vec![section], ..Route::default() }
/// };
/// assert_eq!(checker.check(&body, &walk([3.0, 0.0, 2.0])), Ok(()));
/// let fault = checker.check(&body, &walk([5.0, 0.0, 2.0])).unwrap_err();
/// assert_eq!(fault.kind, FaultKind::NoSupport);
/// ```
#[derive(Clone)]
pub struct Checker {
    facets: Arc<Facets>,
    /// The tag of each object.
    tags: Arc<[Tag]>,
    foot: f64,
    /// The same for the middle of a cell's side; at least as much.
    between: f64,
    loose: f64,
}

impl Checker {
    /// A checker for the triangles of a world as it is now, obstacles included.
    ///
    /// Planners place the body at the centres of cells, so a foot reaches at least half a cell's diagonal, and points may be off
    /// the ground by a cell's height. For a planner there is ground somewhere in a cell. Where there is none under
    /// the body, it may be as far away as the far corner of a cell is from the middle of its side.
    pub fn new(world: &World) -> Self {
        let grid = world.grid();
        let checker = Self::of(world.all_faces().into_iter(), world.objects(), world.origin());
        let [centre, side] = [0.5_f64, 1.25].map(|squared| FOOT.max(grid.cell_size() * squared.sqrt()));
        Self { foot: centre, between: side, loose: LOOSE.max(world.settings().cell_height), ..checker }
    }

    /// A checker for the triangles of a scene.
    pub fn of_scene(scene: &Scene) -> Self {
        let triangles = scene.triangles().iter().zip(scene.solid());
        let faces = triangles.map(|(triangle, &solid)| Face::new(scene.corners(triangle), triangle.object, solid));
        Self::of(faces, scene.objects(), scene.origin())
    }

    fn of(faces: impl Iterator<Item = Face>, objects: &[Object], origin: [f64; 3]) -> Self {
        let tags = objects.iter().map(|object| object.tag).collect();
        Self { facets: Arc::new(Facets::new(faces, objects, origin)), tags, foot: FOOT, between: FOOT, loose: LOOSE }
    }

    /// The same triangles under the rules of a query. Objects that were ignored when a world was baked are not in it.
    pub fn with_rules(&self, rules: &Rules) -> Self {
        self.with_tags(|object| rules.tag_of(object))
    }

    /// The same triangles, with a tag for each object.
    pub fn with_tags(&self, tag: impl Fn(&Object) -> Tag) -> Self {
        Self { tags: self.facets.objects.iter().map(tag).collect(), ..self.clone() }
    }

    /// Whether a body can walk a route; otherwise the first fault.
    pub fn check(&self, body: &Body, route: &Route) -> Result<(), Fault> {
        shape::check(body, route, self.facets.origin)?;
        Walk::new(self, body).follow(route)
    }

    fn tag_of(&self, object: u32) -> Tag {
        self.tags.get(object as usize).copied().unwrap_or_default()
    }

    fn name_of(&self, object: u32) -> &str {
        self.facets.objects.get(object as usize).map_or("", |object| object.name.as_str())
    }
}

impl fmt::Debug for Checker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Checker({} triangles)", self.facets.all.len())
    }
}

impl Bytes for Checker {
    fn bytes(&self) -> usize {
        self.facets.bytes()
    }
}

impl World {
    /// Checks a route against the world's triangles, obstacles included; see [`Checker`].
    ///
    /// The checker is kept until the world is edited. Rules that are chosen with a query go through [`World::checker`].
    pub fn check_route(&self, body: &Body, route: &Route) -> Result<(), Fault> {
        self.checker().check(body, route)
    }

    /// The checker of this world, built once and kept until an edit.
    pub fn checker(&self) -> Checker {
        Checker::clone(&self.derived_on_ground(&(), || Checker::new(self)))
    }
}

/// The ground under a place.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ground {
    /// Height in metres.
    pub height: f64,
    /// Rise per metre along x and along z.
    pub slope: [f64; 2],
}

impl Ground {
    /// Height of the sloped plane at an offset in plan.
    pub fn at(&self, x: f64, z: f64) -> f64 {
        self.height + self.slope[0] * x + self.slope[1] * z
    }
}

/// A triangle that a limb touches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touched {
    /// Number of its object.
    pub object: u32,
    /// Whether a foot could stand on it.
    pub stands: bool,
    /// Rise per metre; infinite for an upright face.
    pub steepness: f64,
    /// Height of its highest corner in metres.
    pub top: f64,
}

impl Checker {
    /// The highest surface over a place in plan on which a foot may stand, no more than `up` above and `down` below the
    /// given height.
    ///
    /// ```
    /// use footpath::{Bake, Scene, World};
    /// let world = World::bake(&Scene::built_in("stairs").expect("built in"), &Bake::default())?;
    /// let start = world.place("start").expect("a place");
    /// let ground = world.checker().ground(start, 0.3, 0.3).expect("ground");
    /// assert!((ground.height - start[1]).abs() < 0.01);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ground(&self, at: [f64; 3], up: f64, down: f64) -> Option<Ground> {
        let origin = self.facets.origin;
        let [x, y, z] = std::array::from_fn(|i| at[i] - origin[i]);
        let mut best: Option<Ground> = None;
        self.facets.within([x, y - down, z], [x, y + up, z], |index| {
            let facet = &self.facets.all[index as usize];
            let (Some(height), Some(slope)) = (facet.height(x, z), facet.gradient) else { return };
            let within = height <= y + up && height >= y - down && best.is_none_or(|best| height > best.height);
            if within && self.is_footing(facet) && facet.nearest(x, z).0 <= 0.0 {
                best = Some(Ground { height, slope });
            }
        });
        best.map(|best| Ground { height: best.height + origin[1], ..best })
    }

    fn is_footing(&self, facet: &Facet) -> bool {
        facet.stands && self.tag_of(facet.object) == Tag::Walkable
    }

    /// Calls `found` for every triangle that a ball touches on its straight way from one point to another.
    pub fn touched(&self, from: [f64; 3], to: [f64; 3], radius: f64, mut found: impl FnMut(Touched)) {
        let origin = self.facets.origin;
        let [a, b]: [[f64; 3]; 2] = [from, to].map(|point| std::array::from_fn(|i| point[i] - origin[i]));
        let low = std::array::from_fn(|i| a[i].min(b[i]) - radius);
        let high = std::array::from_fn(|i| a[i].max(b[i]) + radius);
        self.facets.within(low, high, |index| {
            let facet = &self.facets.all[index as usize];
            if segment_to_triangle(a, b, facet.corners) < radius {
                found(Touched {
                    object: facet.object,
                    stands: facet.stands,
                    steepness: facet.steepness(),
                    top: facet.high[1] + origin[1],
                });
            }
        });
    }
}
