//! Footpath finds the way of a virtual human through any 3D scene.

pub mod draw;
pub mod geom;
pub mod scene;

pub use scene::Scene;
