//! Bodies as keys of the data that is derived for them.

use super::Body;

/// All measures of a body, bit by bit. Bodies with equal keys get equal answers. The name is not part of the key.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BodyKey(Box<[u64]>);

impl Body {
    /// The key of data that is derived for this body.
    ///
    /// ```
    /// use footpath::Body;
    /// let twin = Body { name: "twin".into(), ..Body::adult() };
    /// assert_eq!(twin.key(), Body::adult().key());
    /// assert_ne!(Body { radius: 0.31, ..Body::adult() }.key(), Body::adult().key());
    /// ```
    pub fn key(&self) -> BodyKey {
        // Fields are listed one by one, so that the compiler reports a new field that is missing here.
        let Self {
            name: _,
            height,
            bent_height,
            crawling_height,
            radius,
            max_climb,
            foot_span,
            max_slope,
            climb_cost,
            abilities,
        } = self;
        // Adding zero turns −0 into 0.
        let bits = |value: &f64| (value + 0.0).to_bits();
        let sizes =
            [height, bent_height, crawling_height, radius, max_climb, foot_span, max_slope, climb_cost].map(bits);
        let abilities = abilities.iter().flat_map(|ability| {
            let super::Ability { action, reach, up, down, cost, effort, priority } = ability;
            let kind = (*action as u64) << 8 | u64::from(*priority);
            [kind, bits(reach), bits(up), bits(down), bits(cost), bits(effort)]
        });
        BodyKey(sizes.into_iter().chain(abilities).collect())
    }
}

#[cfg(test)]
mod tests {
    use crate::body::{Ability, Action, Body};

    #[test]
    fn every_measure_is_in_the_key_and_the_name_is_not() {
        let changes: [fn(&mut Body); 14] = [
            |body| body.height += 0.01,
            |body| body.bent_height += 0.01,
            |body| body.crawling_height += 0.01,
            |body| body.radius += 0.01,
            |body| body.max_climb += 0.01,
            |body| body.foot_span += 0.01,
            |body| body.max_slope += 0.01,
            |body| body.climb_cost += 0.01,
            |body| body.abilities[0].reach += 0.01,
            |body| body.abilities[1].cost += 0.01,
            |body| body.abilities[2].down += 0.01,
            |body| body.abilities[3].effort += 0.01,
            |body| body.abilities[4].priority += 1,
            |body| *body = body.clone().without(Action::Jump),
        ];
        let mut keys = vec![Body::adult().key()];
        for change in changes {
            let mut body = Body::adult();
            change(&mut body);
            keys.push(body.key());
        }
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), changes.len() + 1);
        let jump = *Body::adult().ability(Action::Jump).expect("an adult jumps");
        let lower = Body::adult().with(Ability { up: 0.1, ..jump });
        assert_ne!(lower.key(), Body::adult().with(jump).key());
        assert_eq!(Body { climb_cost: -0.0, ..Body::adult() }.key(), Body::adult().key());
    }
}
