//! The ground of a tile as bytes. The same bytes are hashed and saved.

use super::bytes::{Reader, Writer};
use crate::ground::{ColumnIndex, Face, Floor, Span, TILE, Tile, Waypoint, WideLink};
use crate::scene::ObjectId;
use std::sync::Arc;

/// Appends everything except the faces.
pub(in crate::world) fn write(tile: &Tile, out: &mut Writer) {
    out.i32(tile.base);
    for count in [tile.spans.len(), tile.floors.len(), tile.wide_links.len(), tile.objects.len()] {
        out.u32(count as u32);
    }
    out.u32(u32::from(tile.sheet_count));
    out.u32(tile.waypoints.len() as u32);
    write_index(&tile.span_index, out);
    write_index(&tile.floor_index, out);
    tile.objects.iter().for_each(|object| out.u32(object.0));
    out.u16s(tile.spans.iter().map(|span| span.low));
    out.u16s(tile.spans.iter().map(|span| span.high));
    out.u16s(tile.spans.iter().map(|span| span.object));
    out.u16s(tile.floors.iter().map(|floor| floor.height));
    out.u16s(tile.floors.iter().map(|floor| floor.headroom));
    out.u16s(tile.floors.iter().map(|floor| u16::from_le_bytes(floor.slope.map(i8::cast_unsigned))));
    out.u16s(tile.floors.iter().map(|floor| floor.object));
    out.u16s(tile.links.iter().flatten().copied());
    for link in &tile.wide_links {
        [link.floor, u32::from(link.direction), link.first, link.count].into_iter().for_each(|n| out.u32(n));
    }
    out.u16s(tile.sheets.iter().copied());
    for waypoint in &tile.waypoints {
        out.u32(waypoint.floor);
        out.u16s([u16::from(waypoint.direction), waypoint.to, waypoint.columns, waypoint.headroom]);
        out.u16s([waypoint.step.cast_unsigned(), 0]);
    }
}

fn write_index(index: &ColumnIndex, out: &mut Writer) {
    out.u8s(&[index.x0, index.z0, index.width, index.depth]);
    index.rows.iter().for_each(|&row| out.u32(row));
    out.u16s(index.columns.iter().copied());
}

/// Reads a tile; `None` if the bytes are invalid. `World::check` checks the meaning of the numbers.
pub(in crate::world) fn read(from: &mut Reader, faces: Arc<[Face]>) -> Option<Tile> {
    let base = from.i32()?;
    let mut count = || from.u32().map(|count| count as usize);
    let (spans, floors, wide_links, objects) = (count()?, count()?, count()?, count()?);
    let sheet_count = u16::try_from(from.u32()?).ok()?;
    let waypoints = from.u32()? as usize;
    let span_index = read_index(from)?;
    let floor_index = read_index(from)?;
    let tile = Tile {
        base,
        span_index,
        floor_index,
        objects: from.u32s(objects)?.map(ObjectId).collect(),
        spans: read_spans(from, spans)?,
        floors: read_floors(from, floors)?,
        links: read_links(from, floors)?,
        wide_links: (0..wide_links).map(|_| read_wide_link(from)).collect::<Option<_>>()?,
        sheets: from.u16s(floors)?.collect(),
        waypoints: (0..waypoints).map(|_| read_waypoint(from)).collect::<Option<_>>()?,
        sheet_count,
        faces,
    };
    from.is_done().then_some(tile)
}

fn read_index(from: &mut Reader) -> Option<ColumnIndex> {
    let &[x0, z0, width, depth] = from.take(4)?.first_chunk()?;
    let fits = |start: u8, length: u8| i32::from(start) + i32::from(length) <= TILE;
    if !fits(x0, width) || !fits(z0, depth) || (width == 0) != (depth == 0) {
        return None;
    }
    if width == 0 {
        return Some(ColumnIndex::default());
    }
    let rows = from.u32s(usize::from(depth) + 1)?.collect();
    let columns = from.u16s(usize::from(depth) * (usize::from(width) + 1))?.collect();
    Some(ColumnIndex { x0, z0, width, depth, rows, columns })
}

fn read_spans(from: &mut Reader, count: usize) -> Option<Vec<Span>> {
    let (low, high, object) = (from.u16s(count)?, from.u16s(count)?, from.u16s(count)?);
    Some(low.zip(high).zip(object).map(|((low, high), object)| Span { low, high, object }).collect())
}

fn read_floors(from: &mut Reader, count: usize) -> Option<Vec<Floor>> {
    let (height, headroom) = (from.u16s(count)?, from.u16s(count)?);
    let (slope, object) = (from.u16s(count)?, from.u16s(count)?);
    let all = height.zip(headroom).zip(slope.zip(object));
    let floor = |((height, headroom), (slope, object)): ((u16, u16), (u16, u16))| Floor {
        height,
        headroom,
        slope: slope.to_le_bytes().map(u8::cast_signed),
        object,
    };
    Some(all.map(floor).collect())
}

fn read_links(from: &mut Reader, floors: usize) -> Option<Vec<[u16; 4]>> {
    let mut numbers = from.u16s(floors.checked_mul(4)?)?;
    let mut next = || numbers.next().unwrap_or_default();
    Some((0..floors).map(|_| std::array::from_fn(|_| next())).collect())
}

fn read_wide_link(from: &mut Reader) -> Option<WideLink> {
    let (floor, direction) = (from.u32()?, u8::try_from(from.u32()?).ok()?);
    Some(WideLink { floor, direction, first: from.u32()?, count: from.u32()? })
}

fn read_waypoint(from: &mut Reader) -> Option<Waypoint> {
    let floor = from.u32()?;
    let mut numbers = from.u16s(6)?;
    let mut next = || numbers.next();
    let (direction, to, columns) = (u8::try_from(next()?).ok()?, next()?, next()?);
    let (headroom, step) = (next()?, next()?.cast_signed());
    (next()? == 0).then_some(Waypoint { floor, direction, to, columns, headroom, step })
}
