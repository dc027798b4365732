//! Bakes the built-in house, asks what is there, puts a crate in the hall, and draws the floors by their height.
//!
//! `cargo run --release --example bake_house -- FOLDER`

use footpath::draw::{Colour, Drawing, Style, View};
use footpath::world::{FloorId, Obstacle, Refusal};
use footpath::{Bake, Body, Scene, World};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::path::PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "out".into()));
    std::fs::create_dir_all(&folder)?;
    let scene = Scene::built_in("house").ok_or("there is no house")?;
    let mut world = World::bake(&scene, &Bake::default())?;
    let counts = world.counts();
    println!("{} floors on {} × {} columns", counts.floors, counts.columns[0], counts.columns[1]);

    // No body took part in the bake. Now one asks.
    let adult = Body::adult();
    let refused = world.refused(&adult);
    println!("an adult stands upright on {} of them", refused.accepted);
    println!("{} more have room to bend or crawl", refused.of(Refusal::LowHeadroom));

    // The floor in the hall, and where one can go from there.
    let hall = world.place("hall").ok_or("there is no hall")?;
    let floor = world.locate(hall, [0.5; 3]).ok_or("no floor in the hall")?;
    for link in world.links(floor) {
        println!("from the hall in direction {}: rise {} cm, step {} cm", link.direction, link.rise, link.step);
    }

    // A crate in the hall. The clone is a snapshot, and taking the crate away brings back the very same world.
    let before = world.clone();
    let [x, y, z] = hall;
    let crate_in_the_hall = world.add(&Obstacle::block([x - 0.4, y, z - 0.4], [x + 0.4, y + 0.8, z + 0.4]))?;
    println!("with a crate in the hall: {} floors, hash {:032x}", world.counts().floors, world.hash());
    floors(&world).save(folder.join("floors.png"), &View::axonometric(0.5, 0.9), &Style::default())?;
    world.remove(crate_in_the_hall)?;
    assert_eq!(world.hash(), before.hash());

    world.save(folder.join("house.footpath"))?;
    println!("wrote floors.png and house.footpath to {}", folder.display());
    Ok(())
}

/// Every floor as a square, dark below and light above.
fn floors(world: &World) -> Drawing {
    let mut drawing = Drawing::around(world.origin());
    let half = world.grid().cell_size() / 2.0;
    for (key, tile) in world.tiles() {
        for index in 0..tile.floors().len() as u32 {
            let Some([x, y, z]) = world.position(FloorId { tile: key, index }) else { continue };
            let corners =
                [[x - half, y, z - half], [x - half, y, z + half], [x + half, y, z + half], [x + half, y, z - half]];
            let corners = corners.map(|corner| drawing.point(corner));
            drawing.layer("floors").quad(corners, Colour::ramp((y + 0.5) / 4.5));
        }
    }
    drawing
}
