//! Layers that would be too large as a whole: spans as boxes, links as lines. What there is too much of is drawn around where one
//! looks, tile by tile from there.

use super::{Drawn, Look};
use footpath::draw::{Colour, Drawing};
use footpath::ground::{ColumnKey, TILE, TileKey};
use footpath::world::FloorId;

/// Boxes that a page is sent.
const MOST_BOXES: usize = 60_000;
/// Steps of the legend of heights.
const SHADES: i32 = 5;
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

/// A span in a row of columns: from column to column, the row, from height to height.
type Block = ([i32; 2], i32, [f64; 2]);

/// The spans of a row of columns, each as far as it goes on unchanged.
fn row(look: &Look<'_>, columns: [i32; 2], z: i32, blocks: &mut Vec<Block>) {
    let mut open: Vec<usize> = Vec::new();
    for x in columns[0]..columns[1] {
        let mut next = Vec::new();
        for span in look.world.spans_at(ColumnKey::new(x, z)) {
            let same = open.iter().copied().find(|&at| blocks[at].2 == span);
            let at = same.unwrap_or_else(|| {
                blocks.push(([x, x], z, span));
                blocks.len() - 1
            });
            blocks[at].0[1] = x + 1;
            next.push(at);
        }
        open = next;
    }
}

pub(super) fn spans(look: &Look<'_>) -> Result<Drawn, String> {
    let (mut drawing, keys) = (Drawing::around(look.world.origin()), outwards(look));
    let (mut blocks, mut tiles) = (Vec::new(), 0);
    while tiles < keys.len() && blocks.len() < MOST_BOXES {
        look.bounds.check()?;
        let TileKey { z, x } = keys[tiles];
        (z * TILE..(z + 1) * TILE).for_each(|row_z| row(look, [x * TILE, (x + 1) * TILE], row_z, &mut blocks));
        tiles += 1;
    }
    let tops = || blocks.iter().map(|&(.., [_, top])| top);
    let (low, high) = (tops().fold(f64::INFINITY, f64::min), tops().fold(f64::NEG_INFINITY, f64::max));
    let (size, origin) = (look.world.grid().cell_size(), drawing.origin[1]);
    let layer = drawing.layer("spans");
    layer.outlined = false;
    for ([x0, x1], z, [bottom, top]) in blocks {
        let at =
            |x: i32, y: f64, z: i32| [(f64::from(x) * size) as f32, (y - origin) as f32, (f64::from(z) * size) as f32];
        layer.cuboid(at(x0, bottom, z), at(x1, top, z + 1), Colour::ramp((top - low) / (high - low).max(0.01)));
    }
    let legend = (0..=SHADES).rev().map(|i| f64::from(i) / f64::from(SHADES));
    let legend = legend.map(|share| (Colour::ramp(share), format!("top at {:.1} m", low + share * (high - low))));
    let legend = if tiles > 0 { legend.collect() } else { Vec::new() };
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
