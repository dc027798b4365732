//! On arrival: each stretch is searched for when the walker gets there.

use super::PlanError;
use super::above::Hop;
use super::walk::{Known, Walk};
use super::whole::tell;
use crate::plan::query::Query;
use crate::route::CellPlan;
use crate::world::{FloorId, PagedWorld};

/// A walk in a paged world that is planned leg by leg. It holds no tile.
#[derive(Clone, Debug, Default)]
pub struct PagedJourney {
    here: Option<FloorId>,
    hops: Option<Vec<Hop>>,
    known: Known,
    arrived: bool,
}

impl PagedJourney {
    /// The next leg, from where the last one ended (or from the query's start) into the next tile or to the goal; `None` when
    /// the walker has arrived. The query must be the same all the way.
    pub fn next_leg(&mut self, paged: &PagedWorld, query: &Query<'_>) -> Result<Option<CellPlan>, PlanError> {
        if self.arrived {
            return Ok(None);
        }
        let query = super::super::on_levels(query);
        let walk = Walk::new(paged, &query)?;
        let ends = walk.ends(&mut self.known)?;
        let here = self.here.unwrap_or(ends.start);
        loop {
            let (hops, fresh) = match self.hops.take() {
                Some(hops) => (hops, false),
                None => (walk.way(&mut self.known, here)?, true),
            };
            let Some(stretch) = walk.stretch(&mut self.known, here, &hops, fresh)? else { continue };
            self.arrived = stretch.hops >= hops.len();
            self.hops = Some(hops[stretch.hops..].to_vec());
            // Until a tile is opened nothing is chosen anew, and then it is found anew; nobody sets out a second time.
            (self.known.left, self.known.away) = (None, None);
            self.here = stretch.floors.last().map(|&(floor, _)| floor);
            return tell(&walk, &stretch.floors, stretch.cost).map(Some);
        }
    }

    /// Whether the last leg ended at a goal.
    pub fn has_arrived(&self) -> bool {
        self.arrived
    }

    /// How often the way over waypoints was chosen: once, and once more wherever it turned out otherwise.
    pub fn upper_searches(&self) -> usize {
        self.known.upper_searches
    }
}
