//! Scenes built in code: the papers' own, and a house to start with.
//!
//! In: a name and a seed. Out: a [`Scene`] whose objects are closed and have telling names and materials, with places
//! `start` and `goal`. Promise: the same seed gives the same vertices on every platform; another seed moves only clutter
//! that no route depends on.
//!
//! A new scene is a file with an `ENTRY`, named in [`built_in`].

mod campus;
mod car_park;
mod city;
mod factory;
mod furniture;
mod house;
mod labyrinth;
mod mall;
mod maze;
mod office;
mod shapes;
mod stage;
mod stairs;
mod supermarket;
#[cfg(test)]
mod tests;

use super::Scene;
pub use city::City;

/// A scene that can be had by name.
#[derive(Clone, Copy, Debug)]
pub struct BuiltIn {
    /// What it is asked for by.
    pub name: &'static str,
    /// What it shows, in one line.
    pub about: &'static str,
    /// Recommended size of a cell in plan, in metres.
    pub cell_size: f64,
    /// Recommended height of a cell, in metres.
    pub cell_height: f64,
    /// Cells in x, y and z of the paper that the scene is from; the scene fills them exactly at the recommended sizes.
    pub grid: Option<[u32; 3]>,
    /// Builds the scene from a seed for its clutter.
    pub build: fn(seed: u64) -> Scene,
}

/// All built-in scenes, the one to start with first.
pub fn built_in() -> &'static [BuiltIn] {
    const ALL: &[BuiltIn] = &[
        house::ENTRY,
        labyrinth::ENTRY,
        stairs::ENTRY,
        factory::ENTRY,
        supermarket::ENTRY,
        car_park::ENTRY,
        campus::ENTRY,
        mall::ENTRY,
        maze::ENTRY,
        office::ENTRY,
    ];
    ALL
}

impl Scene {
    /// The built-in scene of that name, with the clutter of seed 0; `None` if there is none. See [`built_in`].
    pub fn built_in(name: &str) -> Option<Scene> {
        Self::built_in_seeded(name, 0)
    }

    /// As [`Scene::built_in`], with other clutter.
    pub fn built_in_seeded(name: &str, seed: u64) -> Option<Scene> {
        let entry = built_in().iter().find(|entry| entry.name == name)?;
        Some((entry.build)(seed))
    }
}
