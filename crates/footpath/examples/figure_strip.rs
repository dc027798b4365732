//! Draws the built-in figure in its generated motions, eight phases each, and walks it up stairs, as pictures.
//!
//! `cargo run --release --example figure_strip -- FOLDER [CAPTURE.bvh METRES_PER_UNIT]`

use std::f64::consts::FRAC_PI_2;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use footpath::draw::{Colour, Drawing, Style, View};
use footpath::motion::clips::{Capture, Clip, Kind, ReadOptions};
use footpath::motion::feet::Ground;
use footpath::motion::figure::{Base, Figure, Placed, Role};
use footpath::motion::player::{ClipSet, Order, Player};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(arguments.next().unwrap_or_else(|| "out".into()));
    std::fs::create_dir_all(&folder)?;
    let person = Figure::person(1.8);
    for kind in Kind::ALL {
        let clip = Clip::generated(kind, &person);
        strip(&folder.join(format!("{}.png", kind.name().replace(' ', "_"))), &clip, &person)?;
    }
    if let (Some(file), Some(scale)) = (arguments.next(), arguments.next()) {
        let clip = Capture::open(&file, &ReadOptions { scale: scale.parse()?, ..ReadOptions::default() })?.cycle()?;
        let set = ClipSet::captured(vec![clip.clone()]).ok_or("no cycle")?;
        strip(&folder.join("capture.png"), &clip, &set.figure)?;
        strip(&folder.join("capture_on_person.png"), &clip.onto(&person), &person)?;
    }
    stairs(&folder.join("on_stairs.png"))?;
    println!("wrote {} pictures to {}", Kind::ALL.len() + 1, folder.display());
    Ok(())
}

/// Eight phases of a clip side by side, seen from the figure's right.
fn strip(path: &Path, clip: &Clip, figure: &Figure) -> Result<(), Box<dyn std::error::Error>> {
    let mut drawing = Drawing::new();
    for i in 0..8 {
        let last = if clip.cyclic { clip.frames() } else { clip.frames() - 1 };
        let frame = i * last / if clip.cyclic { 8 } else { 7 };
        let placed = Placed::of(&clip.skeleton, &clip.pose(frame));
        let base = Base { at: [0.0, 0.0, 1.3 * i as f64], heading: Base::heading_of_yaw(0.0) };
        add_figure(&mut drawing, figure, &placed, &base);
    }
    let ground = Colour::rgb(214, 214, 206);
    drawing.layer("ground").cuboid([-0.6, -0.03, -0.8], [0.6, 0.0, 9.9], ground);
    let view = View::axonometric(-FRAC_PI_2 + 0.15, 0.12).size(1900, 400).margin(20.0);
    Ok(drawing.save(path, &view, &Style { title: clip.name.clone(), ..Style::default() })?)
}

/// The player walking up twelve steps; every 24th frame is drawn.
fn stairs(path: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let height = |z: f64| if z < 1.0 { 0.0 } else { (((z - 1.0) / 0.28).floor() + 1.0).min(12.0) * 0.17 };
    let ground = move |_: f64, z: f64| Some(Ground { height: height(z), slope: [0.0; 2] });
    let set = Arc::new(ClipSet::built_in(1.8));
    let (mut player, mut drawing) = (Player::new(set.clone()), Drawing::new());
    let mut base = Base { at: [0.0; 3], heading: Base::heading_of_yaw(0.0) };
    for frame in 0..520 {
        let speed = if base.at[2] < 0.4 || base.at[2] > 4.6 { 1.2 } else { 0.6 };
        base = base.after(1.0 / 60.0, speed, 0.0);
        base.at[1] = (-8..=8).map(|i| height(base.at[2] + f64::from(i) * 0.035)).sum::<f64>() / 17.0;
        player.step(&Order { base, speed, ..Order::default() }, &ground, 1.0 / 60.0);
        if frame % 40 == 0 {
            add_figure(&mut drawing, &set.figure, player.placed(), &base);
        }
    }
    let stone = Colour::rgb(206, 204, 196);
    let layer = drawing.layer("stairs");
    layer.cuboid([-0.6, -0.03, -0.8], [0.6, 0.0, 1.0], stone);
    for step in 0..12 {
        let (z, top) = (1.0 + 0.28 * step as f32, 0.17 * (step + 1) as f32);
        layer.cuboid([-0.6, 0.0, z], [0.6, top, if step == 11 { 8.0 } else { z + 0.28 }], stone);
    }
    let view = View::axonometric(-FRAC_PI_2 + 0.15, 0.12).size(1900, 1000).margin(20.0);
    Ok(drawing.save(path, &view, &Style::default())?)
}

/// Adds the limbs of a figure, dressed in a few colours.
fn add_figure(drawing: &mut Drawing, figure: &Figure, placed: &Placed, base: &Base) {
    for limb in &figure.limbs {
        let joint = usize::from(limb.joint);
        let colour = match figure.skeleton.role_of(joint) {
            Some(Role::Head | Role::Neck | Role::Hand(_)) => Colour::rgb(222, 178, 148),
            Some(Role::Thigh(_) | Role::Shin(_) | Role::Hips) => Colour::rgb(70, 84, 118),
            Some(Role::Foot(_) | Role::Toes(_)) => Colour::rgb(60, 52, 48),
            _ => Colour::rgb(190, 92, 70),
        };
        let mesh = limb.mesh();
        for triangle in &mesh.triangles {
            let points = triangle.map(|i| {
                let at = base.to_world(placed.point(joint, mesh.points[i as usize]));
                drawing.point(at)
            });
            drawing.layer("figure").triangle(points, colour);
        }
    }
}
