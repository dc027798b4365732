//! Footpath finds routes of virtual humans through any 3D scene.
//!
//! The input is a polygon soup. The results are the **ground**, every place where a foot can stand, and **routes** over it with
//! the positions of the feet and the actions of the body. Motion uses routes.
//!
//! The bake does not depend on a body. Size and abilities are arguments of a query, so one baked
//! [`World`] serves all bodies.
//!
//! # An example
//!
//! ```
//! use footpath::body::Action;
//! use footpath::plan::Query;
//! use footpath::world::{Obstacle, Refusal};
//! use footpath::{Bake, Body, Scene, World};
//!
//! // A built-in scene; `Scene::open("house.glb")` reads a file, `Scene::builder()` takes your own arrays.
//! let scene = Scene::built_in("house").expect("a built-in scene");
//! let mut world = World::bake(&scene, &Bake::default())?;
//!
//! // The floor in the hall, and its object.
//! let hall = world.place("hall").expect("a place of the house");
//! let floor = world.locate(hall, [0.5, 0.5, 0.5]).expect("a floor within half a metre");
//! assert_eq!(world.object_of(floor).map(|(_, object)| object.name.as_str()), Some("Floor_ground"));
//!
//! // Links lead to floors of the four columns around it. In the middle of a level floor there is no step.
//! let links = world.links(floor);
//! assert_eq!(links.len(), 4);
//! assert!(links.iter().all(|link| link.step == 0));
//!
//! // An adult can stand on most floors; some have only room to bend or crawl.
//! let refused = world.refused(&Body::adult());
//! assert!(refused.accepted > 0 && refused.of(Refusal::LowHeadroom) > 0);
//!
//! // The route from the garden to a room upstairs.
//! let (adult, goal) = (Body::adult(), world.place("goal").expect("a place of the house"));
//! let route = world.plan(&Query::new(&adult, world.place("start").expect("a place of the house"), goal))?;
//! assert!(route.length > 20.0 && route.sections[0].action == Action::Walk);
//!
//! // A box is added to the hall and removed: the world has the same bytes as before.
//! let before = world.hash();
//! let [x, y, z] = hall;
//! let id = world.add(&Obstacle::block([x - 0.3, y, z - 0.3], [x + 0.3, y + 0.6, z + 0.3]))?;
//! assert_ne!(world.hash(), before);
//! world.remove(id)?;
//! assert_eq!(world.hash(), before);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The modules
//!
//! In the order of the chain; a module uses only modules above it.
//!
//! | module | in | out |
//! |---|---|---|
//! | [`geom`] | metres | the integer units of all decisions: 1/1024 m, 1/5120 m in plan, 1 cm in height |
//! | [`search`] | a space: moves, estimate, goal test | the path of least cost; uniform grids are a space |
//! | [`scene`] | files, arrays, names of built-in scenes | triangles with named objects, tags and places |
//! | [`body`] | presets, TOML files | the agent: sizes, limits and abilities; an argument of queries, never of the bake |
//! | [`ground`] | triangles | columns, floors, links, sheets, waypoints; tile by tile |
//! | [`world`] | a scene and settings | the object to keep: bake, edit, save, load, query |
//! | [`clearance`] | tiles and a height range | the distance from every floor to the nearest obstacle |
//! | [`route`] | | the result of every planner: points, sections with actions; the checker |
//! | [`plan`] | a world, a body, a start and goals | a route, or a refusal with its reason |
//! | [`motion`] | a route and clips | a figure that walks it, with feet that do not slide |
//! | [`draw`] | scenes, the ground, routes, and any coloured lines and triangles | SVG, PNG and GLB |
//!
//! # Units and axes
//!
//! Metres, seconds and radians. Y is up, right-handed. Positions are at the feet. Integers in centimetres appear where
//! the ground is read directly ([`ground::Floor`], [`world::Link`]) and say so.
//!
//! # Promises
//!
//! * The same scene, settings and obstacles give the same bytes, for any number of threads, on every platform.
//! * Input from outside never makes the library panic; errors name the place and a remedy.
//! * [`World`] is `Send + Sync`; a clone is cheap and is a snapshot.
//!
//! # Features
//!
//! `png` (on by default) writes PNG pictures. SVG and GLB need no feature.

pub mod body;
pub mod clearance;
pub mod draw;
pub mod geom;
pub mod ground;
pub mod motion;
pub mod plan;
mod portals;
mod reach;
pub mod route;
pub mod scene;
pub mod search;
pub mod world;

pub use body::Body;
pub use route::Route;
pub use scene::Scene;
pub use world::{Bake, World};

/// The code in the README and in the book compiles and runs.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../../../README.md")]
    struct Readme;
    #[doc = include_str!("../../../docs/body.md")]
    struct Body;
    #[doc = include_str!("../../../docs/ground.md")]
    struct Ground;
    #[doc = include_str!("../../../docs/clearance.md")]
    struct Clearance;
    #[doc = include_str!("../../../docs/cells.md")]
    struct Cells;
    #[doc = include_str!("../../../docs/levels.md")]
    struct Levels;
    #[doc = include_str!("../../../docs/walking.md")]
    struct Walking;
    #[doc = include_str!("../../../docs/scene.md")]
    struct Scene;
    #[doc = include_str!("../../../docs/repair.md")]
    struct Repair;
    #[doc = include_str!("../../../docs/paging.md")]
    struct Paging;
    #[doc = include_str!("../../../docs/coming-from.md")]
    struct ComingFrom;
}
