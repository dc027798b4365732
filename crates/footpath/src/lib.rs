//! Footpath finds the way of a virtual human through any 3D scene.

pub mod body;
pub mod draw;
pub mod geom;
pub mod ground;
pub mod scene;
pub mod world;

pub use body::Body;
pub use scene::Scene;
pub use world::{Bake, World};
