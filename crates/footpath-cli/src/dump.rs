//! World → CSV, row by row. Positions and heights in metres, with the origin added.

use crate::levels;
use crate::output::check_file;
use anyhow::bail;
use footpath::geom::tidy;
use footpath::ground::{BAND_NAMES, SKY, TILE};
use footpath::scene::ObjectId;
use footpath::world::FloorId;
use footpath::{Body, World};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What can be dumped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dump {
    Floors,
    Links,
    Spans,
    Sheets,
    Passages,
    Objects,
    Bands,
    Areas,
    Waypoints,
}

impl Dump {
    const ALL: [(&'static str, Self); 9] = [
        ("floors", Self::Floors),
        ("links", Self::Links),
        ("spans", Self::Spans),
        ("sheets", Self::Sheets),
        ("passages", Self::Passages),
        ("objects", Self::Objects),
        ("bands", Self::Bands),
        ("areas", Self::Areas),
        ("waypoints", Self::Waypoints),
    ];

    pub const HELP: &'static str = "Writes what is in the world as CSV; may be given several times. WHAT is floors, links, spans, \
        sheets, passages, objects, bands, or areas and waypoints, which are those of the body. `-` instead of a file is standard output, and then nothing else is printed there";

    /// Pairs of what and where, as the command line has them.
    pub fn parse(values: &[String]) -> anyhow::Result<Vec<(Self, PathBuf)>> {
        let pair = |pair: &[String]| {
            let [what, path] = pair else { bail!("--dump needs what to write and a file") };
            let Some((_, dump)) = Self::ALL.into_iter().find(|(name, _)| name == what) else {
                let known: Vec<&str> = Self::ALL.iter().map(|(name, _)| *name).collect();
                bail!("--dump {what}: there is no such table; there are {}", known.join(", "));
            };
            if path != "-" {
                check_file(Path::new(path), &["csv"])?;
            }
            Ok((dump, PathBuf::from(path)))
        };
        values.chunks(2).map(pair).collect()
    }

    /// Writes the header and all rows.
    pub fn write(self, world: &World, body: &Body, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Floors => floors(world, out),
            Self::Links => links(world, out),
            Self::Spans => spans(world, out),
            Self::Sheets => sheets(world, out),
            Self::Passages => passages(world, out),
            Self::Objects => objects(world, out),
            Self::Bands => bands(world, out),
            Self::Areas => levels::areas(world, &world.levels(body), out),
            Self::Waypoints => levels::waypoints(world, &world.levels(body), out),
        }
    }
}

/// All floors in order.
fn all(world: &World) -> impl Iterator<Item = FloorId> + '_ {
    world.tiles().flat_map(|(tile, held)| (0..held.floors().len() as u32).map(move |index| FloorId { tile, index }))
}

fn metres(cm: i32) -> f64 {
    f64::from(cm) / 100.0
}

/// A position whose height is written to the centimetre, and its place in plan to a tenth of a millimetre.
pub fn tidied([x, y, z]: [f64; 3]) -> [f64; 3] {
    [tidy(x, 4), tidy(y, 2), tidy(z, 4)]
}

fn floors(world: &World, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "tile_x,tile_z,floor,x,y,z,headroom,slope_x,slope_z,object,sheet")?;
    for id in all(world) {
        let found = world.floor(id).zip(world.position(id)).zip(world.headroom(id));
        let Some((((tile, floor), at), headroom)) = found else { continue };
        let [x, y, z] = tidied(at);
        let FloorId { tile: key, index } = id;
        let slope = floor.slope.map(|rise| f64::from(rise) / 64.0);
        let object = tile.objects()[usize::from(floor.object)].0;
        writeln!(
            out,
            "{},{},{index},{x:.4},{y:.2},{z:.4},{headroom:.2},{},{},{object},{}",
            key.x,
            key.z,
            slope[0],
            slope[1],
            tile.sheet(index as usize)
        )?;
    }
    Ok(())
}

fn links(world: &World, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "tile_x,tile_z,floor,to_tile_x,to_tile_z,to_floor,direction,rise,step,headroom")?;
    for id in all(world) {
        for link in world.links(id) {
            let headroom = if link.headroom == i32::MAX { f64::INFINITY } else { metres(link.headroom) };
            writeln!(
                out,
                "{},{},{},{},{},{},{},{},{},{headroom:.2}",
                id.tile.x,
                id.tile.z,
                id.index,
                link.to.tile.x,
                link.to.tile.z,
                link.to.index,
                ["+x", "+z", "-x", "-z"][link.direction],
                metres(link.rise),
                metres(link.step),
            )?;
        }
    }
    Ok(())
}

fn spans(world: &World, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "x,z,low,high,object")?;
    let (size, origin) = (world.grid().cell_size(), world.origin());
    for (key, tile) in world.tiles() {
        for ([x, z], range) in tile.span_index().columns() {
            let centre = |origin: f64, tile: i32, column: i32| origin + (f64::from(tile * TILE + column) + 0.5) * size;
            let [x, _, z] = tidied([centre(origin[0], key.x, x), 0.0, centre(origin[2], key.z, z)]);
            for span in &tile.spans()[range] {
                let height = |cm: u16| tidy(origin[1] + metres(tile.base() + i32::from(cm)), 2);
                let object = tile.objects()[usize::from(span.object)].0;
                writeln!(out, "{x:.4},{z:.4},{:.2},{:.2},{object}", height(span.low), height(span.high))?;
            }
        }
    }
    Ok(())
}

fn sheets(world: &World, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "tile_x,tile_z,sheet,floors,area,lowest,highest")?;
    for (key, tile) in world.tiles() {
        let mut found = vec![(0usize, i32::MAX, i32::MIN); usize::from(tile.sheet_count())];
        for floor in 0..tile.floors().len() {
            let (count, low, high) = &mut found[usize::from(tile.sheet(floor))];
            let height = tile.height(floor);
            (*count, *low, *high) = (*count + 1, (*low).min(height), (*high).max(height));
        }
        for (sheet, (count, low, high)) in found.into_iter().enumerate() {
            let area = count as f64 * world.grid().cell_size().powi(2);
            let [low, high] = [low, high].map(|cm| tidy(world.origin()[1] + metres(cm), 2));
            writeln!(out, "{},{},{sheet},{count},{area:.4},{low:.2},{high:.2}", key.x, key.z)?;
        }
    }
    Ok(())
}

fn passages(world: &World, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "tile_x,tile_z,sheet,to_tile_x,to_tile_z,to_sheet,x,y,z,width,headroom,step")?;
    let size = world.grid().cell_size();
    for passage in world.passages() {
        let (Some(from), Some(to)) = (world.sheet_of(passage.from), world.sheet_of(passage.to)) else { continue };
        let Some([x, y, z]) = world.position(passage.from).map(tidied) else { continue };
        let ends = [from, to].map(|sheet| format!("{},{},{}", sheet.tile.x, sheet.tile.z, sheet.sheet));
        let width = f64::from(passage.waypoint.columns) * size;
        let free = passage.waypoint.headroom;
        let headroom = if free == SKY { f64::INFINITY } else { metres(i32::from(free)) };
        let step = metres(i32::from(passage.waypoint.step));
        writeln!(out, "{},{},{x:.4},{y:.2},{z:.4},{width:.4},{headroom:.2},{step:.2}", ends[0], ends[1])?;
    }
    Ok(())
}

fn objects(world: &World, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "object,name,material,tag,cost,floors")?;
    let mut floors: BTreeMap<ObjectId, usize> = BTreeMap::new();
    for (_, tile) in world.tiles() {
        for floor in tile.floors() {
            *floors.entry(tile.objects()[usize::from(floor.object)]).or_default() += 1;
        }
    }
    for (i, object) in world.objects().iter().enumerate() {
        let material = object.material.as_deref().unwrap_or_default();
        let count = floors.get(&ObjectId(i as u32)).copied().unwrap_or(0);
        writeln!(
            out,
            "{i},{},{},{},{},{count}",
            quoted(&object.name),
            quoted(material),
            object.tag.name(),
            object.cost
        )?;
    }
    Ok(())
}

fn bands(world: &World, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "tile_x,tile_z,floor,{}", BAND_NAMES.join(","))?;
    for (key, tile) in world.tiles() {
        for floor in 0..tile.floors().len() {
            let mask = tile.bands(floor);
            write!(out, "{},{},{floor}", key.x, key.z)?;
            for band in 0..BAND_NAMES.len() {
                write!(out, ",{}", mask >> band & 1)?;
            }
            writeln!(out)?;
        }
    }
    Ok(())
}

/// A word as CSV has it: in quotes where it needs them.
fn quoted(word: &str) -> String {
    if word.contains([',', '"', '\n', '\r']) { format!("\"{}\"", word.replace('"', "\"\"")) } else { word.to_owned() }
}
