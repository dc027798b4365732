//! The scenes of table 1 as they are tried: what stands still, what is moved, and from where to where.

use anyhow::{Context, Result};
use footpath::geom::Vertex;
use footpath::plan::bitmap::{Direct, Frame, Slab};
use footpath::{Body, Scene};

/// Trials with other goals and other places of the obstacles, as in the seed.
pub const TRIALS: usize = 100;
/// Height of the floor in both scenes.
const FLOOR: f64 = 0.1;

/// Numbers by chance, the same in every run.
pub struct Chance(pub u64);

impl Chance {
    pub fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

/// One trial: all triangles, those that moved, and both ends.
pub struct Trial {
    pub all: Vec<[Vertex; 3]>,
    pub moved: Vec<[Vertex; 3]>,
    pub from: [u32; 2],
    pub to: [u32; 2],
}

/// A scene with obstacles that can be moved apart from the rest.
pub struct Stage {
    pub frame: Frame,
    pub slab: Slab,
    pub radius: f64,
    start: [u32; 2],
    pub fixed: Vec<[Vertex; 3]>,
    /// Triangles of each obstacle.
    obstacles: Vec<Vec<[Vertex; 3]>>,
}

impl Stage {
    pub fn new(name: &str, cells: u32) -> Result<Self> {
        let scene = Scene::built_in(name).context("a built-in scene")?;
        let body = Body::adult();
        let frame = Frame::of_scene(&scene, cells)?;
        let start = scene.places().iter().find(|place| place.name == "start").context("a place")?.position;
        let mut stage = Self {
            frame,
            start: frame.cell_at([start[0], start[2]]).context("a cell")?,
            slab: Slab::of(&body, FLOOR),
            radius: body.radius,
            fixed: Vec::new(),
            obstacles: Vec::new(),
        };
        let mut last = None;
        for triangle in scene.triangles() {
            let object = &scene.objects()[triangle.object.0 as usize].name;
            if !object.starts_with("Crate") && !object.starts_with("Bin") {
                stage.fixed.push(scene.corners(triangle));
                continue;
            }
            if last != Some(triangle.object) {
                stage.obstacles.push(Vec::new());
                last = Some(triangle.object);
            }
            let own = stage.obstacles.last_mut().context("an obstacle")?;
            own.push(scene.corners(triangle));
        }
        Ok(stage)
    }

    pub fn direct(&self) -> Direct {
        let mut direct = Direct::new(self.frame, self.slab, self.radius);
        direct.set_fixed(self.fixed.iter().copied());
        direct
    }

    /// Trials with a way: obstacles up to 0.6 m from where they were, from the start to anywhere.
    pub fn trials(&self) -> Vec<Trial> {
        let (mut chance, mut direct, mut trials) = (Chance(98), self.direct(), Vec::new());
        while trials.len() < TRIALS {
            let mut moved = Vec::new();
            for obstacle in &self.obstacles {
                let by = [0, 1].map(|_| chance.below(1200) as i32 - 600);
                let shifted = |[x, y, z]: Vertex| [x + by[0], y, z + by[1]];
                moved.extend(obstacle.iter().map(|corners| corners.map(shifted)));
            }
            direct.set_moving(moved.iter().copied());
            let cell = |chance: &mut Chance| {
                [self.frame.columns(), self.frame.rows()].map(|end| chance.below(u64::from(end)) as u32)
            };
            let ends = [self.start, cell(&mut chance)];
            if direct.search(ends[0], ends[1]).is_ok() {
                let all = self.fixed.iter().chain(&moved).copied().collect();
                trials.push(Trial { all, moved, from: ends[0], to: ends[1] });
            }
        }
        trials
    }
}
