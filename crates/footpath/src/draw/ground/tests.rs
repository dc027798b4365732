//! Drawings of small worlds: nothing lost by merging, colours as promised, cuts where they should be.

use super::*;
use crate::draw::{Layer, View};
use crate::scene::Scene;
use crate::world::Bake;

fn house() -> World {
    let scene = Scene::built_in("house").unwrap();
    World::bake(&scene, &Bake { cell_size: 0.2, ..Bake::default() }).unwrap()
}

fn plan_area(layer: &Layer) -> f64 {
    let area =
        |[a, b, c]: [Point; 3]| f64::from((b[0] - a[0]) * (c[2] - a[2]) - (b[2] - a[2]) * (c[0] - a[0])).abs() / 2.0;
    layer.triangles.iter().map(|triangle| area(triangle.points)).sum()
}

#[test]
fn merged_patches_cover_every_floor_once() {
    let world = house();
    for paint in Paint::ALL {
        let ground = Ground::new(&world).paint(paint);
        let mut drawing = Drawing::around(world.origin());
        ground.floors(&mut drawing);
        let cell = world.grid().cell_size();
        let wanted = world.counts().floors as f64 * cell * cell;
        let layer = drawing.layer("floors");
        assert!((plan_area(layer) - wanted).abs() < 1e-3 * wanted, "{paint:?}");
        assert!(layer.triangles.len() < world.counts().floors, "{paint:?} is merged");
    }
}

#[test]
fn a_range_of_heights_and_a_sheet_pick_their_floors() {
    let world = house();
    let all = Ground::new(&world).count();
    assert_eq!(all, world.counts().floors);
    let (low, high) =
        (Ground::new(&world).heights(-9.0, 1.0).count(), Ground::new(&world).heights(1.0001, 99.0).count());
    assert_eq!(low + high, all);
    let most = world.tiles().map(|(_, tile)| tile.sheet_count()).max().unwrap();
    let by_sheet: usize = (0..most).map(|sheet| Ground::new(&world).sheet(sheet).count()).sum();
    assert_eq!(by_sheet, all);
}

#[test]
fn sheets_that_touch_have_different_numbers() {
    let world = house();
    let colours = sheets::SheetColours::of(&world);
    for (key, tile) in world.tiles() {
        for index in 0..tile.floors().len() as u32 {
            let id = crate::world::FloorId { tile: key, index };
            let mine = world.sheet_of(id).unwrap();
            for link in world.links(id) {
                let other = world.sheet_of(link.to).unwrap();
                let differ = colours.number(mine.tile, mine.sheet) != colours.number(other.tile, other.sheet);
                assert!(mine == other || differ);
            }
        }
    }
}

#[test]
fn the_house_has_storeys_apart() {
    let storeys = house().storeys(&Body::adult());
    assert!(storeys.len() >= 2, "{storeys:?}");
    assert!(storeys.windows(2).all(|pair| pair[0].high == pair[1].low && pair[1].floor - pair[0].floor >= 2.0));
}

#[test]
fn a_section_lies_behind_its_cut_and_is_all_there() {
    let world = house();
    let window = world.window().unwrap();
    let cell = world.grid().cell_size();
    let z = (f64::from(window.z0) + f64::from(window.depth) / 2.0) * cell;
    let ends = [[f64::from(window.x0) * cell - 1.0, z], [f64::from(window.x0 + window.width) * cell + 1.0, z]];
    let mut drawing = Drawing::around(world.origin());
    Ground::new(&world).section(&mut drawing, ends[0], ends[1]);
    let (spans, floors) = (drawing.layer("spans").triangles.len(), drawing.layer("cut floors").lines.len());
    assert!(spans > 10 && floors > 10, "{spans} and {floors}");
    assert!(drawing.layer("spans").triangles.iter().flat_map(|t| t.points).all(|p| f64::from(p[2]) < z));
    assert!(drawing.svg(&View::section(ends[0], ends[1]), &Default::default()).unwrap().contains("layer-spans"));
}

#[test]
fn a_cut_of_no_length_draws_nothing() {
    let world = house();
    let mut drawing = Drawing::around(world.origin());
    Ground::new(&world).section(&mut drawing, [1.0, 1.0], [1.0, 1.0]);
    Ground::new(&world).section(&mut drawing, [1.0, f64::NAN], [1.0, 1.0]);
    assert!(drawing.layers.is_empty());
}

#[test]
fn links_are_drawn_or_counted() {
    let world = house();
    let mut drawing = Drawing::around(world.origin());
    let count = Ground::new(&world).links(&mut drawing);
    let drawn = drawing.layers.first().map_or(0, |layer| layer.lines.len());
    assert_eq!(drawn, if count > MAX_LINKS { 0 } else { count });
}
