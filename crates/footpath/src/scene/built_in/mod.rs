//! Scenes built in code: the papers' own, and a house to start with.
//!
//! In: a name and a seed. Out: a [`Scene`] whose objects are closed and have telling names and materials, with places
//! `start` and `goal`. Promise: the same seed gives the same vertices on every platform; another seed moves only clutter
//! that no route depends on.
//!
//! A new scene is a file with a function `build`, and a line of [`built_in`].

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

/// A scene with a name.
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
#[rustfmt::skip]
pub fn built_in() -> &'static [BuiltIn] {
    const ALL: &[BuiltIn] = &[
        entry("house", [0.1, 0.05], None, house::build,
            "two furnished storeys and a garden: places to bend, crawl, side-step and jump"),
        entry("labyrinth", [labyrinth::CELLS.metres(), 0.1], Some(labyrinth::GRID), labyrinth::build,
            "Bandi & Thalmann figure 16: a gap of one cell at A, the longer way by B"),
        entry("stairs", [stairs::CELLS.metres(), 0.05], Some(stairs::GRID), stairs::build,
            "Bandi & Thalmann figure 17: two flights and a landing, with crates on the way"),
        entry("factory", [factory::CELLS.metres(), 0.05], Some(factory::GRID), factory::build,
            "Bandi & Thalmann figure 18: a machine on legs, too low to walk under upright"),
        entry("supermarket", [supermarket::CELLS.metres(), 0.05], Some(supermarket::GRID), supermarket::build,
            "Bandi & Thalmann figure 18: from the street past glass doors and tills to the shelves"),
        entry("car_park", [car_park::CELLS.metres(), 0.05], None, car_park::build,
            "Deusdado et al. figure 1: four levels, a barrier on the second, a ramp that ends under the roof"),
        entry("campus", [campus::CELLS.metres(), 0.05], Some(campus::GRID), campus::build,
            "Deusdado et al. figure 8: one level, long walls that mislead, houses with doors"),
        entry("mall", [mall::CELLS.metres(), 0.05], Some(mall::GRID), mall::build,
            "Deusdado et al. figure 9: four storeys, bridges to pass over and below, ramp and stairs"),
        entry("maze", [0.1, 0.05], None, maze::build,
            "Kuffner table 1: ten by ten rooms between panels, 2,780 triangles"),
        entry("office", [0.1, 0.05], None, office::build,
            "Kuffner table 1: desks, chairs, shelves and hanging lamps, 15,320 triangles"),
    ];
    ALL
}

/// A scene by its name, sizes of cells, the paper's grid, what builds it, and what it shows.
const fn entry(
    name: &'static str,
    [cell_size, cell_height]: [f64; 2],
    grid: Option<[u32; 3]>,
    build: fn(seed: u64) -> Scene,
    about: &'static str,
) -> BuiltIn {
    BuiltIn { name, about, cell_size, cell_height, grid, build }
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
