//! Looking into tiles: where outlines do not tell enough, the gates of a tile are found exactly; with leaps only where steps
//! lead nowhere.

use super::PlanError;
use super::ends::Ends;
use super::opened::Opened;
use super::walk::{Known, Walk};
use crate::ground::TileKey;
use crate::portals::Kind;
use crate::world::FloorId;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Tiles that are opened at most in search of leaps.
pub(super) const LOOKED: usize = 1024;

impl Walk<'_> {
    /// Looks into a tile, so that its gates are known, and how far they are from the walker and the goals.
    pub fn open(&self, known: &mut Known, key: TileKey, from: FloorId, leaps: bool) -> Result<(), PlanError> {
        // What is known of leaps stays known.
        let leaps = leaps || known.opened.get(&key).is_some_and(|tile| tile.leaps);
        let hierarchy = if leaps { &self.hierarchy } else { &self.walking };
        let window = self.window([key], hierarchy.tiles_around())?;
        let before = known.opened.get(&key).into_iter().flat_map(|tile| tile.ends.keys().copied());
        let goals = known.ends.iter().flat_map(|ends| &ends.goals).chain([&from]);
        let mut floors: Vec<u32> = before.chain(goals.filter(|end| end.tile == key).map(|end| end.index)).collect();
        floors.sort_unstable();
        floors.dedup();
        let outline = self.outline(key);
        let through = outline
            .map(|(number, outline)| (number, self.throughs.get(self.paged.head(), number, outline, &self.measures)));
        let of_outline = outline.zip(through.as_ref()).map(|((_, outline), (_, through))| (outline, &**through));
        let opened = Opened::of(&window, hierarchy, key, &floors, of_outline);
        if let Some((number, through)) = through {
            // Where many tiles are equal the others need not be opened to know as much of them.
            known.shown.entry(number).or_insert_with(|| {
                Arc::new(through.amended(&self.measures, opened.between_spots(&through, &hierarchy.moves.costs)))
            });
        }
        known.opened.insert(key, opened);
        known.left = None;
        known.chosen = None;
        Ok(())
    }

    /// Opens tiles, with leaps or without; whether any was not yet.
    pub fn open_all(
        &self,
        known: &mut Known,
        tiles: &[TileKey],
        from: FloorId,
        leaps: bool,
    ) -> Result<bool, PlanError> {
        let mut new = false;
        for &key in tiles {
            if known.opened.get(&key).is_none_or(|tile| leaps && !tile.leaps) {
                self.open(known, key, from, leaps)?;
                new = true;
            }
        }
        Ok(new)
    }

    /// When outlines join nothing: looks into tiles that leaps may lead through, from the ends on, as leaps are not in
    /// outlines. Whether that was news; it is not once all that is reached from an end was looked at, or [`LOOKED`] tiles.
    pub fn look_around(&self, known: &mut Known, ends: &Ends, from: FloorId) -> Result<bool, PlanError> {
        if !self.leaps() {
            return Ok(false);
        }
        let own: Vec<TileKey> = ends.goals.iter().map(|goal| goal.tile).chain([from.tile]).collect();
        if self.open_all(known, &own, from, true)? {
            return Ok(true);
        }
        let both = ends.goals.iter().map(|&goal| (goal, true)).chain([(from, false)]);
        let next: Vec<Vec<TileKey>> = both.map(|(end, back)| self.frontier(known, end, back)).collect();
        let goals = next.len() - 1;
        if next[goals].is_empty() || next[..goals].iter().all(Vec::is_empty) {
            return Ok(false);
        }
        let mut news = false;
        for tiles in next {
            known.looked += tiles.len();
            if known.looked <= LOOKED {
                news |= self.open_all(known, &tiles, from, true)?;
            }
        }
        Ok(news)
    }

    /// Tiles that were not opened with leaps, next to what is reached from a floor, or reaches it, through those that were.
    fn frontier(&self, known: &Known, end: FloorId, back: bool) -> Vec<TileKey> {
        let (mut met, mut open, mut next) = (BTreeSet::new(), Vec::new(), BTreeSet::new());
        let opened = |key: &TileKey| known.opened.get(key).filter(|tile| tile.leaps);
        let first = opened(&end.tile).and_then(|tile| tile.ends.get(&end.index)?.first());
        open.extend(first.map(|&(gate, _)| (end.tile, gate as usize)));
        while let Some((key, entered)) = open.pop() {
            let Some(tile) = opened(&key) else { continue };
            for at in tile.with(entered) {
                let gate = tile.gates[at];
                if gate.kind == (if back { Kind::Out } else { Kind::In }) || !met.insert((key, at)) {
                    continue;
                }
                let [x, z] = gate.tile.map(i32::from);
                let beyond = key.neighbour([x, z]);
                match opened(&beyond) {
                    Some(other) => open.extend(other.counterpart(&gate, back).map(|at| (beyond, at))),
                    None if self.paged.place_of(beyond).is_some() => {
                        next.insert(beyond);
                    }
                    None => {}
                }
            }
        }
        next.into_iter().collect()
    }
}
