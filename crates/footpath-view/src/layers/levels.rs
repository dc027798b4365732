//! Layers of the levels planner, the regions of a body and their border.

use super::floors::{all, tinted};
use super::{Drawn, Look};
use footpath::draw::{Colour, Tint};
use footpath::plan::SliceKind;
use footpath::world::FloorId;

const EDGE: Colour = Colour::hex(0x8c_1d18);
const CLOSE: Colour = Colour::hex(0xc8_3a1e);
const INK: Colour = Colour::hex(0x2d_3033);
/// Metres by which lines stand above the floors.
const ABOVE: f64 = 0.15;
/// Waypoints whose width is written beside them.
const NAMED: usize = 60;
/// Slices and regions that a legend names.
const LISTED: usize = 12;

pub(super) fn slices(look: &Look<'_>) -> Result<Drawn, String> {
    let levels = look.world.levels(&look.body);
    let slice_of = |area: usize| levels.areas()[area].slice;
    let floors = all(look).filter_map(|id| Some((id, Colour::of_index(slice_of(levels.area_of(id)?)))));
    let tint = Tint::new(floors, Vec::new());
    let legend = levels.slices().iter().enumerate().take(LISTED).map(|(number, slice)| {
        let kind = if slice.kind == SliceKind::Level { "level" } else { "passage" };
        (Colour::of_index(number), format!("{}: {kind}, {:.1} to {:.1} m", number + 1, slice.low, slice.high))
    });
    let mut drawn = tinted(look, &tint, legend.collect());
    drawn.note = Some(format!("{} slices", levels.slices().len()));
    Ok(drawn)
}

pub(super) fn areas(look: &Look<'_>) -> Result<Drawn, String> {
    let levels = look.world.levels(&look.body);
    let floors = all(look).filter_map(|id| Some((id, Colour::of_index(levels.area_of(id)?))));
    let tint = Tint::new(floors, Vec::new());
    let words =
        [(Colour::of_index(0), "an area"), (Colour::of_index(1), "one beside it"), (EDGE, "waypoints, in metres")];
    let mut drawn = tinted(look, &tint, words.map(|(colour, text)| (colour, text.to_owned())).to_vec());
    let raised = |[x, y, z]: [f64; 3]| [x, y + ABOVE, z];
    let mut lines = Vec::new();
    for waypoint in levels.waypoints() {
        let [from, to] = waypoint.crossings[waypoint.middle];
        let centres = waypoint.areas.map(|area| look.world.position(levels.areas()[area].centre));
        if let ([Some(a), Some(d)], Some(b), Some(c)) = (centres, look.world.position(from), look.world.position(to)) {
            lines.push(([a, b, c, d].map(|at| drawn.drawing.point(raised(at))), waypoint.width));
        }
    }
    let few = lines.len() <= NAMED;
    let layer = drawn.drawing.layer("waypoints");
    layer.line_width = 2.0;
    for (points, width) in lines {
        layer.polyline(&points, EDGE);
        if few {
            layer.label(points[1], format!("{width:.1}"), INK);
        }
    }
    let (areas, waypoints) = (levels.areas().len(), levels.waypoints().len());
    drawn.note = Some(format!("colours only tell neighbours apart; {areas} areas, {waypoints} waypoints"));
    Ok(drawn)
}

pub(super) fn regions(look: &Look<'_>) -> Result<Drawn, String> {
    let regions = look.world.regions(&look.body);
    let mut order: Vec<u32> = (0..regions.len() as u32).collect();
    order.sort_by_key(|&region| (std::cmp::Reverse(regions.size(region).floors), region));
    let mut place = vec![0; regions.len()];
    order.iter().enumerate().for_each(|(at, &region)| place[region as usize] = at);
    let floors = all(look).filter_map(|id| Some((id, Colour::of_index(place[regions.of(id)? as usize]))));
    let tint = Tint::new(floors, Vec::new());
    let legend =
        order.iter().take(LISTED).enumerate().map(|(at, &region)| {
            (Colour::of_index(at), format!("region {}: {:.1} m²", region, regions.size(region).area))
        });
    let mut drawn = tinted(look, &tint, legend.collect());
    drawn.note = Some(format!("{} regions", regions.len()));
    Ok(drawn)
}

/// Floors on which a foot could stand, but around which there is no room for the body's width.
pub(super) fn border(look: &Look<'_>) -> Result<Drawn, String> {
    let (regions, world) = (look.world.regions(&look.body), look.world);
    let stands = |id: &FloorId| {
        world.floor(*id).is_some_and(|(tile, _)| world.refusal(&look.body, tile, id.index as usize).is_none())
    };
    let close = all(look).filter(|&id| regions.of(id).is_none()).filter(stands);
    let tint = Tint::new(close.map(|id| (id, CLOSE)), Vec::new());
    let legend = vec![(CLOSE, format!("closer than {:.2} m to what is in the way", look.body.radius))];
    Ok(tinted(look, &tint, legend))
}
