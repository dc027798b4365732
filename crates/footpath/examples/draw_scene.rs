//! Builds a small house of boxes and draws it: from the side, in plan without its roof, cut open, and as a GLB.
//!
//! `cargo run --release --example draw_scene -- FOLDER`

use footpath::Scene;
use footpath::draw::{Drawing, Style, View, write_scene_glb};
use footpath::scene::{Object, SceneBuilder};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::path::PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "out".into()));
    std::fs::create_dir_all(&folder)?;
    let scene = house();
    let drawing = Drawing::from_scene(&scene);
    let style = Style { title: "A house of boxes".into(), ..Default::default() };

    let side = View::axonometric(0.6, 0.6).size(1600, 1000);
    drawing.save(folder.join("scene.png"), &side, &style)?;
    drawing.save(folder.join("scene.svg"), &side, &style)?;
    drawing.save(folder.join("open.png"), &side.heights(-1.0, 2.0), &style)?;
    drawing.save(folder.join("plan.png"), &View::plan().heights(-1.0, 2.0).size(1600, 1000), &style)?;
    drawing.save(folder.join("section.png"), &View::section([-1.0, 4.0], [13.0, 4.0]).size(1600, 700), &style)?;
    std::fs::write(folder.join("scene.glb"), write_scene_glb(&scene)?)?;
    println!("wrote scene.png, scene.svg, open.png, plan.png, section.png and scene.glb to {}", folder.display());
    Ok(())
}

/// One room of 8 × 6 m with a door, a table, a stair of boxes up to its flat roof, and a tree.
fn house() -> Scene {
    let mut scene = Scene::builder().place("start", [11.0, 0.0, 5.0]).place("goal", [2.0, 0.0, 2.0]);
    let brick =
        [([0.0, 0.0, 0.0], [8.0, 2.6, 0.2]), ([0.0, 0.0, 0.2], [0.2, 2.6, 6.0]), ([7.8, 0.0, 0.2], [8.0, 2.6, 6.0])];
    let front =
        [([0.2, 0.0, 5.8], [3.4, 2.6, 6.0]), ([4.4, 0.0, 5.8], [7.8, 2.6, 6.0]), ([3.4, 2.1, 5.8], [4.4, 2.6, 6.0])];
    add_box(&mut scene, "ground", "grass", [-2.0, -0.2, -2.0], [14.0, 0.0, 9.0]);
    for step in 0..14 {
        let (z, rise) = (5.5 - 0.3 * f64::from(step), 0.2 * f64::from(step + 1));
        add_box(&mut scene, "stair", "concrete", [8.0, 0.0, z], [9.2, rise, z + 0.3]);
    }
    add_box(&mut scene, "roof", "tiles", [-0.2, 2.6, -0.2], [8.0, 2.8, 6.2]);
    add_box(&mut scene, "crown", "leaves", [10.7, 1.5, 0.7], [12.4, 3.2, 2.4]);
    add_box(&mut scene, "table", "wood", [2.0, 0.7, 3.4], [4.0, 0.75, 4.4]);
    for (x, z) in [(2.05, 3.45), (3.85, 3.45), (2.05, 4.25), (3.85, 4.25)] {
        add_box(&mut scene, "table", "wood", [x, 0.0, z], [x + 0.1, 0.7, z + 0.1]);
    }
    add_box(&mut scene, "trunk", "wood", [11.4, 0.0, 1.4], [11.7, 1.5, 1.7]);
    for (low, high) in brick.into_iter().chain(front) {
        add_box(&mut scene, "wall", "plaster", low, high);
    }
    scene.build()
}

fn add_box(scene: &mut SceneBuilder, name: &str, material: &str, low: [f64; 3], high: [f64; 3]) {
    let corner = |i: usize| std::array::from_fn(|axis| if i >> axis & 1 == 0 { low[axis] } else { high[axis] });
    let corners: [[f64; 3]; 8] = std::array::from_fn(corner);
    let sides = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6u32]];
    let indices: Vec<u32> = sides.iter().flat_map(|&[a, b, c, d]| [a, b, c, a, c, d]).collect();
    let object = Object { material: Some(material.into()), ..Object::new(name) };
    scene.push_object(object, &corners, &indices, None);
}
