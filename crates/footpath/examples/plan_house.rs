//! Plans through the built-in house: upstairs, into the den, over the gap to the balcony, and past a crate on the stairs.
//!
//! `cargo run --release --example plan_house -- FOLDER`

use footpath::draw::{Drawing, Ground, Paint, Style, Trail, View};
use footpath::plan::Query;
use footpath::world::Obstacle;
use footpath::{Bake, Body, Route, Scene, World};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::path::PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "out".into()));
    std::fs::create_dir_all(&folder)?;
    let scene = Scene::built_in("house").ok_or("there is no house")?;
    let mut world = World::bake(&scene, &Bake::default())?;
    let adult = Body::adult();
    let place = |name: &str| world.place(name).ok_or(format!("there is no {name}"));

    // One body, several goals. What the route asks of the body is in its sections.
    let start = place("start")?;
    for goal in ["goal", "den", "balcony"] {
        match world.plan(&Query::new(&adult, start, place(goal)?)) {
            Ok(route) => println!("to the {goal}: {:.1} m: {}", route.length, actions(&route)),
            Err(no) => println!("to the {goal}: {no}"),
        }
    }

    // The same world for another body: nothing is baked again.
    let giant = Body { name: "giant".to_owned(), height: 2.6, bent_height: 2.0, ..Body::adult() };
    match world.plan(&Query::new(&giant, start, place("den")?)) {
        Ok(route) => println!("a giant to the den: {:.1} m: {}", route.length, actions(&route)),
        Err(no) => println!("a giant to the den: {no}"),
    }

    // A crate at the foot of the stairs. The world takes it in, and the next query knows.
    let (foot, goal) = (place("stair")?, place("goal")?);
    let [x, y, z] = foot;
    world.add(&Obstacle::block([x - 0.5, y, z - 0.2], [x + 0.5, y + 1.2, z + 0.2]))?;
    match world.plan(&Query::new(&adult, start, goal)) {
        Ok(route) => println!("with a crate there: {:.1} m", route.length),
        Err(no) => println!("with a crate there: {no}"),
    }

    // A picture of the ground floor with the way to the den.
    let route = world.plan(&Query::new(&adult, start, world.place("den").ok_or("there is no den")?))?;
    let mut drawing = Drawing::around(world.origin());
    let ground = Ground::new(&world).paint(Paint::Plain).heights(-1.0, 2.2);
    ground.floors(&mut drawing);
    ground.walls(&mut drawing, 1.2);
    let trail = Trail::new(&route);
    trail.lines(&mut drawing);
    let style = Style { title: "to the den".to_owned(), legend: trail.legend(), ..Style::default() };
    drawing.save(folder.join("den.svg"), &View::plan().side(140.0), &style)?;
    println!("wrote den.svg to {}", folder.display());
    Ok(())
}

/// What the body does, in order.
fn actions(route: &Route) -> String {
    route.sections.iter().map(|section| section.action.name()).collect::<Vec<_>>().join(", ")
}
