//! Layers that colour floors.

use super::{Drawn, Look};
use footpath::clearance::Rim;
use footpath::draw::{Colour, Drawing, Ground, Paint, Tint};
use footpath::ground::ColumnKey;
use footpath::world::{BandCell, FloorId, SheetId};

/// Heights above the floor where legs end and the torso begins, in metres.
const LEGS: [f64; 2] = [0.3, 0.9];
/// Upper limits of the classes of clearance, in metres.
const CLEARANCES: [f64; 7] = [0.1, 0.2, 0.3, 0.5, 1.0, 2.0, 4.0];

pub(super) fn painted(look: &Look<'_>, paint: Paint) -> Result<Drawn, String> {
    let ground = Ground::new(look.world).paint(paint).body(&look.body);
    let mut drawing = Drawing::around(look.world.origin());
    ground.floors(&mut drawing);
    Ok(Drawn { drawing, legend: ground.legend(), note: None })
}

pub(super) fn sheets(look: &Look<'_>) -> Result<Drawn, String> {
    let legend = ["a sheet", "one beside it", "another"].iter().enumerate();
    let legend = legend.map(|(at, text)| (Colour::of_index(at), (*text).to_owned())).collect();
    let counts: Vec<u16> = look.world.tiles().map(|(_, tile)| tile.sheet_count()).collect();
    let (all, most) = (counts.iter().copied().map(u32::from).sum::<u32>(), counts.iter().max().unwrap_or(&0));
    let note = format!(
        "a sheet is ground of one tile that lies over each spot once; colours only tell neighbours apart; {all} sheets in \
         {} tiles, up to {most} in one",
        counts.len()
    );
    Ok(Drawn { legend, note: Some(note), ..painted(look, Paint::Sheet)? })
}

/// Floors in colours of their own over quiet ones.
pub(super) fn tinted(look: &Look<'_>, tint: &Tint, legend: Vec<(Colour, String)>) -> Drawn {
    let ground = Ground::new(look.world).paint(Paint::Plain).body(&look.body).tint(tint);
    let mut drawing = Drawing::around(look.world.origin());
    ground.floors(&mut drawing);
    Drawn { drawing, legend, note: None }
}

/// Every floor of a world.
pub(super) fn all<'a>(look: &'a Look<'_>) -> impl Iterator<Item = FloorId> + 'a {
    look.world
        .tiles()
        .flat_map(|(key, tile)| (0..tile.floors().len() as u32).map(move |index| FloorId { tile: key, index }))
}

pub(super) fn bands(look: &Look<'_>) -> Result<Drawn, String> {
    let (free, legs) = (Colour::hex(0x8f_b8a8), Colour::hex(0xe0_a458));
    let (torso, both) = (Colour::hex(0x7a_8fc9), Colour::hex(0xb2_4c4c));
    let mut colours = Vec::new();
    for (key, tile) in look.world.tiles() {
        for sheet in (0..tile.sheet_count()).map(|sheet| SheetId { tile: key, sheet }) {
            let low = look.world.band(sheet, LEGS[0], LEGS[1].min(look.body.height));
            let high = look.world.band(sheet, LEGS[1], look.body.height.max(LEGS[1] + 0.1));
            let (Some(low), Some(high)) = (low, high) else { continue };
            let blocked = |column: ColumnKey| [&low, &high].map(|band| band.at(column) == BandCell::Blocked);
            for index in (0..tile.floors().len()).filter(|&floor| tile.sheet(floor) == sheet.sheet) {
                let id = FloorId { tile: key, index: index as u32 };
                let Some(column) = look.world.column_of(id) else { continue };
                let colour = match blocked(column) {
                    [false, false] => free,
                    [true, false] => legs,
                    [false, true] => torso,
                    [true, true] => both,
                };
                colours.push((id, colour));
            }
        }
    }
    let legend = vec![
        (free, "nothing in the way".to_owned()),
        (legs, format!("{} to {} m above: in the way of the legs", LEGS[0], LEGS[1])),
        (torso, format!("{} to {:.2} m above: in the way of the torso", LEGS[1], look.body.height)),
        (both, "both".to_owned()),
    ];
    Ok(tinted(look, &Tint::new(colours, legend.clone()), legend))
}

pub(super) fn clearance(look: &Look<'_>) -> Result<Drawn, String> {
    let field = look.world.field(LEGS[0].min(look.body.height / 2.0), look.body.height, Rim::Open);
    let class = |metres: f64| CLEARANCES.iter().position(|&limit| metres <= limit).unwrap_or(CLEARANCES.len() - 1);
    let colour = |class: usize| Colour::ramp(class as f64 / (CLEARANCES.len() - 1) as f64);
    let floors = all(look).filter_map(|id| {
        let clearance = field.clearance(look.world, id)?;
        Some((id, colour(class(clearance.metres()))))
    });
    let tint = Tint::new(floors, Vec::new());
    let legend = (0..CLEARANCES.len()).map(|class| (colour(class), format!("up to {} m", CLEARANCES[class])));
    let legend = legend.collect();
    Ok(tinted(look, &tint, legend))
}
