//! Makes a finding of a mark: the measure found and the one needed, the position, and the object.

use super::faces::Faces;
use super::findings::{Finding, Mark, Walked};
use crate::geom::{CM_PER_METRE, PLAN_PER_METRE};
use crate::plan::query::Why;
use crate::scene::{ObjectId, Tag};
use crate::world::FloorId;

impl Walked<'_, '_> {
    /// The finding of a mark.
    pub fn find(&mut self, mark: &Mark) -> Option<Finding> {
        let limits = &self.probe.reach.limits;
        let metres = |cm: f64| cm / f64::from(CM_PER_METRE);
        let (id, before) = (self.way[mark.index].0, self.way[mark.index - 1].0);
        let (here, there) = (self.probe.world.position(before)?, self.probe.world.position(id)?);
        let middle = [0, 1, 2].map(|i| (here[i] + there[i]) / 2.0);
        let mut finding = Finding {
            kind: mark.kind,
            at: there,
            has: metres(mark.has),
            needs: 0.0,
            true_width: None,
            object: None,
            tag: Tag::Walkable,
            down: mark.down,
            rise: there[1] - here[1],
            upright: 0.0,
            missing: mark.missing,
        };
        match mark.kind {
            Why::TooHighAStep => {
                let most = f64::from(self.most(if mark.down { -1 } else { 1 }));
                // The step is within the body's leaps, but there is no room to leap, so it exceeds the climb.
                finding.needs = metres(if mark.has > most { most } else { f64::from(limits.climb) });
                finding.at = [middle[0], here[1].min(there[1]), middle[2]];
                finding.object = self.object(if mark.down { before } else { id });
            }
            Why::TooLow => {
                finding.needs =
                    metres(f64::from(if self.is_hop(mark.index) { limits.heights[0] } else { limits.lowest() }));
                finding.at = [middle[0], here[1].max(there[1]), middle[2]];
                finding.object = self.above(before, id);
            }
            Why::TooSteep => {
                finding.has = mark.has;
                finding.needs = self.steepest();
                finding.object = self.object(id);
            }
            Why::GapTooWide => {
                let rise = self.grounds[mark.index].height - self.grounds[mark.index - 1].height;
                (finding.has, finding.needs, finding.at) = (mark.has, self.farthest(rise), middle);
            }
            Why::Forbidden => self.name_forbidden(mark, &mut finding, middle),
            _ => self.measure_width(mark, &mut finding, middle),
        }
        Some(finding)
    }

    fn object(&self, id: FloorId) -> Option<ObjectId> {
        self.probe.object(id).map(|(object, _)| object)
    }

    fn name_forbidden(&self, mark: &Mark, finding: &mut Finding, middle: [f64; 3]) {
        finding.tag = Tag::Forbidden;
        if !self.is_hop(mark.index) {
            if let Some((object, tag)) = self.probe.object(self.way[mark.index].0) {
                (finding.object, finding.tag) = (Some(object), tag);
            }
            return;
        }
        finding.at = middle;
        let floors = self.forbidden_below(mark.index).into_iter().flat_map(|column| self.probe.world.floors_at(column));
        let mut objects = floors.filter_map(|id| self.probe.object(id));
        finding.object = objects.find(|(_, tag)| *tag == Tag::Forbidden).map(|(object, _)| object);
    }

    /// The object above the move from one floor to the next.
    fn above(&self, a: FloorId, b: FloorId) -> Option<ObjectId> {
        let lower = if self.probe.ground(a)?.ceiling <= self.probe.ground(b)?.ceiling { a } else { b };
        self.probe.above(lower)
    }

    fn measure_width(&mut self, mark: &Mark, finding: &mut Finding, middle: [f64; 3]) {
        let limits = &self.probe.reach.limits;
        let plan = |units: f64| units / f64::from(PLAN_PER_METRE);
        finding.needs = plan(2.0 * limits.radius as f64);
        finding.has = plan(2.0 * mark.has);
        let column = self.columns[mark.index];
        let columns = (finding.needs / self.probe.reach.grid.cell_size()).ceil() as i32 + 1;
        let faces = Faces::around(self.probe.world, column, columns);
        if self.is_closed(mark.index) {
            finding.at = middle;
            finding.has = 0.0;
            let [low, high] = self.slab(mark.index);
            let ends = [self.columns[mark.index - 1], column].map(|column| self.probe.centre(column));
            // Half height first: handles and sills do not close a passage.
            let heights = [(low + high) / 2, low + 1, high - 1].map(|cm| f64::from(cm) / f64::from(CM_PER_METRE));
            finding.object = heights
                .into_iter()
                .find_map(|y| faces.first_between([ends[0][0], y, ends[0][1]], [ends[1][0], y, ends[1][1]]));
            return;
        }
        let Some([low, high]) = self.passage(mark.index) else { return };
        let Some(gap) = faces.gap(self.probe.centre(column), low, high) else {
            let there = self.probe.beside(self.way[mark.index].0, low, high).column;
            let floor = there.and_then(|column| self.probe.world.floors_at(column).next());
            finding.object = floor.and_then(|id| self.object(id));
            return;
        };
        finding.object = Some(gap.object);
        let upright = self.grounds[mark.index].height + self.probe.reach.limits.heights[0];
        finding.upright = faces.gap(self.probe.centre(column), low, upright.max(high)).map_or(0.0, |gap| gap.width);
        let origin = self.probe.world.origin();
        if gap.width < finding.needs {
            finding.has = gap.width;
            finding.at = [origin[0] + gap.middle[0], finding.at[1], origin[2] + gap.middle[1]];
        } else {
            finding.true_width = Some(gap.width);
        }
    }
}
