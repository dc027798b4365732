//! Scene: triangles with named objects.
//!
//! In: files (glTF, OBJ, STL), a user's own arrays, or the name of a built-in scene.
//! Out: a [`Scene`]: triangles on the 1/1024 m grid around a local origin, every one with its [`Object`], and what was
//! wrong with the input ([`SceneReport`]). [`Rules`] tag objects by name and material; [`Scene::solid`] says which
//! triangles have an inside. Promise: whatever comes in, the triangles of a scene are finite, of non-zero area and
//! refer to vertices that exist.

mod builder;
mod built_in;
mod glob;
pub(crate) use glob::Glob;
mod object;
mod read;
mod rules;
mod solid;
mod source;
mod units;

use std::sync::OnceLock;

pub(crate) use builder::has_no_area;
pub use builder::{Import, SceneBuilder, Transform, Up};
pub use built_in::{BuiltIn, City, built_in};
pub use object::{COST_RANGE, Object, ObjectId, Place, Tag};
pub(crate) use read::gltf::motion as gltf_motion;
pub(crate) use read::polygon::{cut_ears, split as split_polygon};
pub use read::{FilePlace, Format, ImportError};
pub(crate) use read::{Source, check_scale, shown};
pub use rules::{RuleUse, Rules, RulesError};
pub use solid::ComponentCounts;
pub(crate) use solid::solid_faces;
pub use source::{PlanBox, SceneTiles, TileSource};
pub use units::UnitHint;

use crate::geom::vector::bounds;
use crate::geom::{VERTEX_PER_METRE, Vertex};

/// One triangle: three indices into [`Scene::vertices`] and the object it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Triangle {
    /// Indices of the corners; counter-clockwise seen from outside where the source says so.
    pub corners: [u32; 3],
    /// The object that the triangle is part of.
    pub object: ObjectId,
}

/// What was wrong with a source and was left out. The rest of the source is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SceneReport {
    /// Triangles with a coordinate that is not a number, infinite or too far from the others (more than 65 km).
    pub not_finite: usize,
    /// Triangles with an index beyond the last vertex.
    pub out_of_range: usize,
    /// Triangles without area once their corners lie on the 1/1024 m grid.
    pub zero_area: usize,
    /// Tags and costs in the source that are none of ours. The objects keep the tag and cost they would have without.
    pub bad_tags: usize,
}

impl SceneReport {
    /// Number of triangles left out.
    pub fn dropped(&self) -> usize {
        self.not_finite + self.out_of_range + self.zero_area
    }
}

/// A polygon soup with names: what `World::bake` takes.
#[derive(Clone, Debug)]
pub struct Scene {
    origin: [f64; 3],
    vertices: Vec<Vertex>,
    triangles: Vec<Triangle>,
    /// Triangles of three different corners in a line: no surface, but the seam between those that are.
    slivers: Vec<Triangle>,
    objects: Vec<Object>,
    places: Vec<Place>,
    report: SceneReport,
    solid: OnceLock<Vec<bool>>,
}

impl Scene {
    /// Starts an empty scene to be filled from a user's own arrays.
    ///
    /// ```
    /// use footpath::Scene;
    /// let corners = [[0.0, 0.0, 0.0], [0.0, 0.0, 4.0], [4.0, 0.0, 4.0], [4.0, 0.0, 0.0]];
    /// let scene = Scene::builder()
    ///     .object("floor", &corners, &[0u32, 1, 2, 0, 2, 3], None)
    ///     .place("start", [1.0, 0.0, 1.0])
    ///     .build();
    /// assert_eq!(scene.triangles().len(), 2);
    /// assert_eq!(scene.report().dropped(), 0);
    /// ```
    pub fn builder() -> SceneBuilder {
        SceneBuilder::default()
    }

    /// Metres to add to every position: the local origin, whole kilometres (1024 m) so that the grid of columns does not
    /// move when geometry is added at the rim.
    pub fn origin(&self) -> [f64; 3] {
        self.origin
    }

    /// Corners of the triangles, relative to [`Scene::origin`].
    pub fn vertices(&self) -> &[Vertex] {
        &self.vertices
    }

    /// The triangles.
    pub fn triangles(&self) -> &[Triangle] {
        &self.triangles
    }

    /// The objects, indexed by [`ObjectId`].
    pub fn objects(&self) -> &[Object] {
        &self.objects
    }

    /// Named positions, in metres.
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// What was left out of the source.
    pub fn report(&self) -> &SceneReport {
        &self.report
    }

    /// Corners of one triangle.
    pub fn corners(&self, triangle: &Triangle) -> [Vertex; 3] {
        triangle.corners.map(|corner| self.vertices[corner as usize])
    }

    /// Triangles of three different corners in a line, with their objects.
    pub(crate) fn slivers(&self) -> impl Iterator<Item = ([Vertex; 3], ObjectId)> {
        self.slivers.iter().map(|sliver| (self.corners(sliver), sliver.object))
    }

    /// Lowest and highest corner of the box around all triangles, in metres; `None` for a scene without triangles.
    pub fn bounds(&self) -> Option<[[f64; 3]; 2]> {
        let corners = bounds(self.triangles.iter().flat_map(|triangle| self.corners(triangle)))?;
        Some(corners.map(|corner| self.position(corner)))
    }

    /// Position of a vertex in metres.
    pub fn position(&self, vertex: Vertex) -> [f64; 3] {
        std::array::from_fn(|axis| self.origin[axis] + f64::from(vertex[axis]) / f64::from(VERTEX_PER_METRE))
    }

    /// For each triangle, whether it bounds a closed solid whose inside no foot can enter.
    ///
    /// Found once and kept: a component of triangles of objects of one name, joined by shared edges, is closed when
    /// every edge is used equally often both ways, and solid when its signed volume is positive. Rooms that are
    /// modelled with their faces inwards stay hollow.
    pub fn solid(&self) -> &[bool] {
        self.solid.get_or_init(|| solid::find(self))
    }
}
