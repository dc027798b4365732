//! Checks that the numbers of a query are valid.
//!
//! In: a query. Out: nothing, or a refusal that names the field and its range. Bodies need not pass the stricter
//! [`Body::check`](crate::Body::check), which files and flags must: figures of papers have bodies without width.

use super::{Goal, NoRoute, Query, Why};
use crate::body::Body;

/// Refuses a query with a body, positions or extents that are not numbers, or negative where that is not allowed.
pub(crate) fn validate(query: &Query<'_>) -> Result<(), NoRoute> {
    let no = |kind: Why, message: String| {
        let at = query.from.map(|c| if c.is_finite() { c } else { 0.0 });
        Err(NoRoute::new(kind, at, message))
    };
    if let Some((field, value)) = bad_size(query.body) {
        let message = format!("the body's `{field}` is {value}; give a number from 0 up, as `Body::check` asks for");
        return no(Why::StartOffMap, message);
    }
    if query.half_extents.iter().any(|size| size.is_nan() || *size < 0.0) {
        let message = format!("`half_extents` are {:?}; give three lengths in metres from 0 up", query.half_extents);
        return no(Why::StartOffMap, message);
    }
    let from = query.start();
    let ends = [(&from, "start", Why::StartOffMap)].into_iter();
    let goals = query.to.iter().map(|goal| (goal, "goal", Why::GoalOffMap));
    for (end, word, kind) in ends.chain(goals) {
        let finite = match end {
            Goal::Point(at) => at.iter().all(|c| c.is_finite()),
            Goal::Box(low, high) => low.iter().chain(high).all(|c| !c.is_nan()),
            Goal::Object(_) => true,
        };
        if !finite {
            return no(kind, format!("the {word} {end:?} is not a position; give finite numbers in metres"));
        }
    }
    Ok(())
}

/// The first measure of a body that is not a number or is negative.
fn bad_size(body: &Body) -> Option<(String, f64)> {
    let sizes = [
        ("height", body.height),
        ("bent_height", body.bent_height),
        ("crawling_height", body.crawling_height),
        ("radius", body.radius),
        ("max_climb", body.max_climb),
        ("max_slope", body.max_slope),
        ("foot_span", body.foot_span),
        ("climb_cost", body.climb_cost),
    ];
    let own = sizes.into_iter().map(|(field, value)| (field.to_owned(), value));
    let abilities = body.abilities.iter().flat_map(|ability| {
        let parts = [
            ("reach", ability.reach),
            ("up", ability.up),
            ("down", ability.down),
            ("cost", ability.cost),
            ("effort", ability.effort),
        ];
        parts.map(|(part, value)| (format!("{}.{part}", ability.action.name()), value))
    });
    own.chain(abilities).find(|(_, value)| !value.is_finite() || *value < 0.0)
}
