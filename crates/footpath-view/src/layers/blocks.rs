//! Layers that would be too large as a whole: spans as boxes, links as lines. What there is too much of is drawn around where one
//! looks, tile by tile from there.

use super::{Drawn, Look};
use footpath::draw::{Colour, Drawing};
use footpath::ground::{ColumnKey, TILE, TileKey};
use footpath::world::FloorId;

/// Boxes that a page is sent.
const MOST_BOXES: usize = 60_000;
/// Links that a page is sent.
const MOST_LINKS: usize = 150_000;
/// Metres by which lines stand above the floors.
const ABOVE: f64 = 0.04;

/// Tiles from where one looks outwards.
fn outwards(look: &Look<'_>) -> Vec<TileKey> {
    let column = look.world.column_at(look.around);
    let centre = |tile: i32| tile * TILE + TILE / 2;
    let apart = |key: &TileKey| {
        let [x, z] = [centre(key.x) - column.x, centre(key.z) - column.z].map(i64::from);
        x * x + z * z
    };
    let mut keys: Vec<TileKey> = look.world.tiles().map(|(key, _)| key).collect();
    keys.sort_by_key(|key| (apart(key), *key));
    keys
}

fn noted(what: &str, drawn: usize, all: usize) -> Option<String> {
    (drawn < all).then(|| format!("{what} of the {drawn} tiles nearest to where one looks, of {all}"))
}

pub(super) fn spans(look: &Look<'_>) -> Result<Drawn, String> {
    let mut drawing = Drawing::around(look.world.origin());
    let (size, keys) = (look.world.grid().cell_size(), outwards(look));
    let low = drawing.origin[1];
    let (mut boxes, mut tiles) = (0, 0);
    for &key in &keys {
        if boxes >= MOST_BOXES {
            break;
        }
        tiles += 1;
        for z in key.z * TILE..(key.z + 1) * TILE {
            let mut runs: Vec<([i32; 2], [f64; 2])> = Vec::new();
            let mut open: Vec<usize> = Vec::new();
            for x in key.x * TILE..(key.x + 1) * TILE {
                // A span goes on where the column before has the very same one.
                let mut next = Vec::new();
                for span in look.world.spans_at(ColumnKey::new(x, z)) {
                    let same = open.iter().copied().find(|&at| runs[at].1 == span);
                    let at = same.unwrap_or_else(|| {
                        runs.push(([x, x], span));
                        runs.len() - 1
                    });
                    runs[at].0[1] = x + 1;
                    next.push(at);
                }
                open = next;
            }
            boxes += runs.len();
            let layer = drawing.layer("spans");
            layer.outlined = false;
            for ([x0, x1], [bottom, top]) in runs {
                let at = |x: i32, y: f64, z: i32| {
                    [(f64::from(x) * size) as f32, (y - low) as f32, (f64::from(z) * size) as f32]
                };
                let shade = Colour::ramp(((top - low) / 12.0).clamp(0.0, 1.0));
                layer.cuboid(at(x0, bottom, z), at(x1, top, z + 1), shade);
            }
        }
    }
    let legend = vec![(Colour::ramp(0.0), "low".to_owned()), (Colour::ramp(1.0), "12 m and more".to_owned())];
    Ok(Drawn { drawing, legend, note: noted("spans", tiles, keys.len()) })
}

pub(super) fn links(look: &Look<'_>) -> Result<Drawn, String> {
    let (takes, too_high) = (Colour::hex(0x2f_5d62), Colour::hex(0xc4_5a3b));
    let climb = (look.body.max_climb * 100.0).round() as i32;
    let mut drawing = Drawing::around(look.world.origin());
    let keys = outwards(look);
    let raised = |[x, y, z]: [f64; 3]| [x, y + ABOVE, z];
    let (mut count, mut tiles) = (0, 0);
    for &key in &keys {
        if count >= MOST_LINKS {
            break;
        }
        tiles += 1;
        let floors = look.world.tile(key).map_or(0, |tile| tile.floors().len() as u32);
        for id in (0..floors).map(|index| FloorId { tile: key, index }) {
            // Every link is there both ways; half of the directions show all.
            for link in look.world.links(id).into_iter().filter(|link| link.direction < 2) {
                let ends = look.world.position(id).zip(look.world.position(link.to));
                let Some((a, b)) = ends.map(|(a, b)| (drawing.point(raised(a)), drawing.point(raised(b)))) else {
                    continue;
                };
                let colour = if link.step.abs() <= climb { takes } else { too_high };
                drawing.layer("links").line(a, b, colour);
                count += 1;
            }
        }
    }
    let legend = vec![
        (takes, "the body can make the step".to_owned()),
        (too_high, format!("higher than {:.2} m", look.body.max_climb)),
    ];
    Ok(Drawn { drawing, legend, note: noted("links", tiles, keys.len()) })
}
