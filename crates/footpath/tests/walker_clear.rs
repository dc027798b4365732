//! The whole body of a walker keeps out of the scene, frame by frame, in the eyes of another library (parry3d), and its feet
//! neither sink nor float.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Random, all, floors, open};
use footpath::motion::figure::{Placed, Role};
use footpath::motion::player::ClipSet;
use footpath::motion::walker::{Walk, Walker};
use footpath::plan::Query;
use footpath::route::Checker;
use footpath::{Bake, Body, Scene, World};
use parry3d::bounding_volume::Aabb;
use parry3d::math::{Pose, Vector};
use parry3d::query::distance;
use parry3d::shape::{Segment, TriMesh};

/// Metres that a limb may be inside something, and that a sole may be off the ground.
const INSIDE: f32 = 0.01;
const OFF: f64 = 0.02;

/// The triangles of a scene, as the other library has them, relative to the scene's origin.
struct Solid {
    mesh: TriMesh,
    /// Whether a triangle is flat enough to stand on.
    flat: Vec<bool>,
    origin: [f64; 3],
}

/// Frames of walks in which something is wrong.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    frames: usize,
    /// Something other than feet is in the scene; feet are in what is no ground; by our own count.
    bodies: usize,
    feet: usize,
    own: usize,
    /// Feet that stand, and those of them that are too deep or too high.
    planted: usize,
    sunk: usize,
    floating: usize,
}

impl Solid {
    fn of(scene: &Scene) -> Self {
        let origin = scene.origin();
        let (mut points, mut corners, mut flat) = (Vec::new(), Vec::new(), Vec::new());
        for triangle in scene.triangles() {
            let own = scene.corners(triangle).map(|vertex| local(scene.position(vertex), origin));
            let first = points.len() as u32;
            let normal = (own[1] - own[0]).cross(own[2] - own[0]);
            if normal.length() > 1e-9 {
                flat.push(normal.y.abs() > 0.64 * normal.length());
                points.extend(own);
                corners.push([first, first + 1, first + 2]);
            }
        }
        Self { mesh: TriMesh::new(points, corners).unwrap(), flat, origin }
    }

    /// Whether a capsule is in something; what carries the body may be on what is flat.
    fn holds(&self, [from, to]: [[f64; 3]; 2], radius: f32, carries: bool) -> bool {
        let [a, b] = [from, to].map(|at| local(at, self.origin));
        let (line, radius) = (Segment::new(a, b), radius - INSIDE);
        let tight = Aabb::from_points([a, b]);
        let around = Aabb::new(tight.mins - Vector::splat(radius), tight.maxs + Vector::splat(radius));
        self.mesh.bvh().intersect_aabb(&around).any(|triangle| {
            let other = self.mesh.triangle(triangle);
            !(carries && self.flat[triangle as usize])
                && distance(&Pose::IDENTITY, &line, &Pose::IDENTITY, &other).unwrap().distance < radius
        })
    }
}

fn local(at: [f64; 3], origin: [f64; 3]) -> Vector {
    Vector::from(std::array::from_fn::<f32, 3, _>(|i| (at[i] - origin[i]) as f32))
}

impl Count {
    fn add(&mut self, solid: &Solid, checker: &Checker, walk: &Walk) {
        self.frames += walk.frames.len();
        self.own += walk.figures().collisions;
        let mut placed = Placed::default();
        for frame in &walk.frames {
            placed.update(&walk.figure.skeleton, &frame.pose);
            let hit = |feet: bool| {
                walk.figure.limbs.iter().any(|limb| {
                    let joint = usize::from(limb.joint);
                    is_foot(walk, joint) == feet
                        && limb.capsules(&placed).any(|capsule| {
                            let ends = [capsule.from, capsule.to].map(|point| frame.base.to_world(point));
                            solid.holds(ends, capsule.radius, feet || (frame.on_knees && is_limb(walk, joint)))
                        })
                })
            };
            self.bodies += usize::from(hit(false));
            self.feet += usize::from(hit(true));
            for foot in (0..2).filter(|&foot| frame.planted[foot] && !frame.on_knees) {
                let (lowest, carried) = walk.figure.soles[foot].clearance(&placed, |place| {
                    let at = frame.base.to_world(place);
                    Some(at[1] - checker.ground(at, 0.3, 0.5)?.height)
                });
                self.planted += 1;
                self.sunk += usize::from(lowest < -OFF);
                self.floating += usize::from(carried > OFF);
            }
        }
    }

    /// Allows no frame with a body or a foot in the scene, and no standing foot that sinks or floats.
    fn hold(&self, name: &str) {
        eprintln!(
            "{name}: {} frames; a limb in the scene in {} (own count {}), a foot in what is no ground in {}; \
             of {} standing feet {} sink and {} float",
            self.frames, self.bodies, self.own, self.feet, self.planted, self.sunk, self.floating
        );
        assert_eq!([self.bodies, self.feet, self.sunk, self.floating], [0; 4], "{name}: {self:?}");
    }
}

fn is_foot(walk: &Walk, joint: usize) -> bool {
    matches!(role(walk, joint), Some(Role::Foot(_) | Role::Toes(_)))
}

/// Whether somebody on hands and knees may stand on it.
fn is_limb(walk: &Walk, joint: usize) -> bool {
    matches!(role(walk, joint), Some(Role::Hand(_) | Role::Forearm(_) | Role::Shin(_) | Role::Thigh(_)))
}

fn role(walk: &Walk, joint: usize) -> Option<Role> {
    let skeleton = &walk.figure.skeleton;
    let parent = skeleton.joints()[joint].parent.map(usize::from);
    skeleton.role_of(joint).or_else(|| skeleton.role_of(parent?))
}

/// Walks of an adult between random places of the largest region, and from start to goal where there are such places.
fn count(scene: &Scene, pairs: usize, seed: u64) -> Count {
    let world = World::bake(scene, &Bake::default()).unwrap();
    let (checker, solid) = (world.checker(), Solid::of(scene));
    let adult = Body::adult();
    let walker = Walker::new(&adult, ClipSet::built_in(1.80));
    let regions = world.regions(&adult);
    let home = regions.largest().unwrap();
    let stand: Vec<_> = floors(&world).filter(|&id| regions.of(id) == Some(home)).collect();
    let mut random = Random(seed);
    let mut count = Count::default();
    let named = world.place("start").zip(world.place("goal"));
    let drawn = (0..pairs).map(|_| {
        let [from, to] = [0; 2].map(|_| world.position(stand[random.below(stand.len())]).unwrap());
        (from, to)
    });
    for (from, to) in named.into_iter().chain(drawn) {
        let Ok(route) = walker.plan(&world, &Query::new(&adult, from, to)) else { continue };
        if route.length >= 1.0 {
            count.add(&solid, &checker, &walker.follow(&world, &route).unwrap());
        }
    }
    count
}

#[test]
fn built_in_scenes_are_kept_out_of() {
    let (seeds, pairs) = draws();
    for name in ["house", "stairs"] {
        let scene = Scene::built_in(name).unwrap();
        seeds.iter().for_each(|&seed| count(&scene, pairs, seed).hold(&format!("{name}, draw {seed}")));
    }
}

/// The draws of places to walk between, of which the first is the one that the documents tell of, and how many are drawn.
fn draws() -> (&'static [u64], usize) {
    if all() { (&[3, 11, 23], 50) } else { (&[3], 4) }
}

#[test]
fn real_scenes_are_kept_out_of() {
    let files = [
        "collision_world.glb",
        "duplex_house.obj",
        "small_house.glb",
        "apartment.glb",
        "recast_dungeon.obj",
        "tower.glb",
        "zdm2_fps_level.glb",
        "proto_level.glb",
    ];
    let (seeds, pairs) = draws();
    for file in &files[..if all() { files.len() } else { 1 }] {
        let Some(scene) = open(file) else { continue };
        for &seed in seeds {
            count(&scene, pairs, seed).hold(&format!("{file}, draw {seed}"));
        }
    }
}
