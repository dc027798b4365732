//! Picking: what the engine knows of a floor.

use super::facts::tag_name;
use super::{With, finite};
use footpath::World;
use footpath::clearance::Rim;
use serde::Deserialize;
use serde_json::{Value, json};

/// How far from where one clicked a floor may be, in metres along each axis.
const NEAR: [f64; 3] = [0.3, 0.4, 0.3];
/// Heights above a floor below which nothing is in the way of legs that step over it, in metres.
const STEP: f64 = 0.3;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ask {
    at: [f64; 3],
    #[serde(default)]
    with: With,
}

/// What is known of the floor at a position; null where there is none.
pub(crate) fn answer(world: &World, ask: &Ask) -> Result<Value, String> {
    finite("at", ask.at)?;
    let (world, body) = (ask.with.world(world)?, ask.with.body()?);
    let Some(id) = world.locate(ask.at, NEAR) else { return Ok(Value::Null) };
    let Some((tile, floor)) = world.floor(id) else { return Ok(Value::Null) };
    let slope = floor.slope.map(|rise| f64::from(rise) / 64.0);
    let metres = |cm: i32| f64::from(cm) / 100.0;
    let links = world.links(id);
    let links = links
        .iter()
        .map(|link| json!({"to": world.position(link.to), "rise": metres(link.rise), "step": metres(link.step)}));
    let levels = world.levels(&body);
    let clearance = world.field(STEP.min(body.height / 2.0), body.height, Rim::Open).clearance(&world, id);
    let column = world.column_of(id);
    Ok(json!({
        "at": world.position(id),
        "headroom": world.headroom(id).filter(|height| height.is_finite()),
        "slope": (slope[0].hypot(slope[1])).atan().to_degrees(),
        "object": world.object_of(id).map(|(_, object)| json!({"name": object.name, "tag": tag_name(object.tag)})),
        "sheet": world.sheet_of(id).map(|sheet| json!({"tile": [sheet.tile.x, sheet.tile.z], "sheet": sheet.sheet})),
        "area": levels.area_of(id),
        "clearance": clearance.map(|clearance| clearance.metres()),
        "refused": world.refusal(&body, tile, id.index as usize).map(|refusal| refusal.name()),
        "region": world.regions(&body).of(id),
        "links": links.collect::<Vec<Value>>(),
        "spans": column.map(|column| world.spans_at(column)),
    }))
}
