//! Layers of one query: its border and its front.

use super::floors::tinted;
use super::{Drawn, Look};
use crate::ask::{With, query};
use footpath::draw::{Colour, Tint};
use footpath::plan::{Margin, Query};

fn asked<'a>(look: &'a Look<'_>) -> Result<Query<'a>, String> {
    let (from, to) = look.ends.as_ref().ok_or("set a start and a goal first")?;
    query(&look.body, *from, to, &With::default(), look.bounds)
}

pub(super) fn border(look: &Look<'_>) -> Result<Drawn, String> {
    let query = asked(look)?;
    let floors = look.world.border_of(&query).map_err(|no| no.to_string())?;
    // Stronger than in pictures of routes: here it is what one looks for, and it is thin.
    let colour = Colour::hex(0xc8_3a1e);
    let legend = vec![(colour, format!("closer than {:.2} m to what is in the way", look.body.radius))];
    let note = (query.cells.margin == Margin::None).then(|| "this query keeps no margin".to_owned());
    let tint = Tint::new(floors.into_iter().map(|floor| (floor, colour)), Vec::new());
    let drawn = tinted(look, &tint, legend);
    Ok(Drawn { note, ..drawn })
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
    let found = if front.found { "the goal was reached" } else { "the goal was not reached" };
    drawn.note = Some(format!("{} floors expanded, {} met; {found}", front.expanded, front.floors.len()));
    Ok(drawn)
}
