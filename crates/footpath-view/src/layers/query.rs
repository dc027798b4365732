//! Layers of one query: its front.

use super::floors::tinted;
use super::{Drawn, Look};
use crate::ask::{With, query};
use footpath::draw::{Colour, Ground, Paint, Tint};
use footpath::plan::Query;

fn asked<'a>(look: &'a Look<'_>) -> Result<Query<'a>, String> {
    let (from, to) = look.ends.as_ref().ok_or("set a start and a goal first")?;
    query(&look.body, *from, to, &With::default(), look.bounds)
}

pub(super) fn front(look: &Look<'_>) -> Result<Drawn, String> {
    let front = look.world.front(&asked(look)?).map_err(|no| no.to_string())?;
    look.bounds.check()?;
    let most = front.farthest(look.world);
    let tint = Tint::front(look.world, &front);
    let named = 6;
    let legend = (0..named).map(|i| {
        let share = f64::from(i) / f64::from(named);
        (Colour::ramp(0.12 + 0.88 * share), format!("from {:.1} m", share * most))
    });
    let mut drawn = tinted(look, &tint, legend.collect());
    // What the front did not meet would only hide what it met: the storey below, the inside of a vault.
    let quiet = Ground::new(look.world).paint(Paint::Plain).legend();
    for layer in &mut drawn.drawing.layers {
        layer.triangles.retain(|triangle| quiet.iter().all(|(colour, _)| *colour != triangle.colour));
    }
    let found = if front.found { "the goal was reached" } else { "the goal was not reached" };
    drawn.note = Some(format!("{} floors expanded, {} met; {found}", front.expanded, front.floors.len()));
    Ok(drawn)
}
