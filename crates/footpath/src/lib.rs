//! Footpath finds the way of a virtual human through any 3D scene.
//!
//! A polygon soup goes in. Out come the **ground**, every place where a foot can stand, and **routes** over it that say where
//! the feet go and what the body does there. Motion and crowds are built on them and come in later releases.
//!
//! The bake does not depend on a body. Size and abilities are arguments of a query, so one baked
//! [`World`] serves everybody.
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
//! // The floor in the hall: where it is, what is free above it, what one stands on.
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
//! // The way from the garden to a room upstairs.
//! let (adult, goal) = (Body::adult(), world.place("goal").expect("a place of the house"));
//! let route = world.plan(&Query::new(&adult, world.place("start").expect("a place of the house"), goal))?;
//! assert!(route.length > 20.0 && route.sections[0].action == Action::Walk);
//!
//! // A box in the hall, and out again: the world is byte for byte what it was.
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
//! | [`geom`] | metres | the integers that decide: 1/1024 m, 1/5120 m in plan, 1 cm in height |
//! | [`search`] | a space: moves, estimate, goal test | the way of least cost; uniform grids are a space |
//! | [`scene`] | files, arrays, names of built-in scenes | triangles with named objects, tags and places |
//! | [`body`] | presets, TOML files | the agent: sizes, limits and abilities; an argument of queries, never of the bake |
//! | [`ground`] | triangles | columns, floors, links, sheets, waypoints; tile by tile |
//! | [`world`] | a scene and settings | the one object to keep: bake, edit, save, load, ask |
//! | [`clearance`] | tiles and a range of heights | the distance from every floor to the nearest obstacle |
//! | [`route`] | | what a planner returns: points, sections with actions; the checker |
//! | [`plan`] | a world, a body, a start and goals | a route, or why there is none |
//! | [`motion`] | a route and clips | a figure that walks it, with feet that stay where they stand |
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
//! * Nothing that comes from outside makes the library panic; errors name the place and what to do.
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
