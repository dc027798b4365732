//! Which links of some tiles' floors a body has room for.
//!
//! In: columns, links and rooms. Out: for a floor and a direction the floor that a straight step leads to, of several the one nearest in
//! height; `diagonals` has the steps around corners.
//! Straight moves are tried once for both of their ends. Where the body needs no step exception at either end and nothing is beside
//! the way, it fits on the way too; elsewhere [`Ways`] looks. Postures are tried from the tallest.

use super::Reach;
use super::open_floors::{find_open, roominess};
use super::surroundings::{Surroundings, room_on_the_way};
use crate::clearance::{Columns, DOWN, Links, Room, Ways};
use crate::ground::ColumnKey;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A column's number and one of its floors.
type Spot = (usize, u32);

/// The moves of some tiles' floors.
pub(super) struct Moves<'a> {
    pub reach: &'a Reach,
    pub around: &'a Surroundings,
    pub columns: &'a Columns,
    links: &'a Links,
    rooms: &'a [Room],
    ways: Option<Ways<'a>>,
    /// By floor: the class of its room, from [`roominess`].
    roomy: Vec<u8>,
    /// By floor: whether it is on [open ground](super::open_floors).
    open: Vec<bool>,
    /// By floor: bit `d` if there is room for its only link in direction `d`.
    leads: Vec<u8>,
    /// Moves from floors with several links in a direction: floor, direction, the other floor; sorted.
    pub several: Vec<(u32, u8, u32)>,
    /// Moves with less room than there is at both ends: floor, way, the other floor, free height; sorted.
    lowered: Vec<(u32, u8, u32, u16)>,
    /// Diagonals that were looked at: both floors and the posture's height.
    looked: BTreeMap<(u32, u32, i32), bool>,
    /// Further moves of the floor that was asked about last, and its diagonals with less room.
    pub others: Vec<(usize, u32)>,
    pub lowered_diagonals: Vec<(usize, u32, u16)>,
}

impl<'a> Moves<'a> {
    pub fn new(reach: &'a Reach, around: &'a Surroundings) -> Self {
        let cap = reach.limits.cap() as u16;
        Self {
            reach,
            around,
            columns: &around.columns,
            links: &around.links,
            rooms: &around.rooms,
            ways: None,
            roomy: around.rooms.iter().map(|&room| roominess(room, cap)).collect(),
            open: Vec::new(),
            leads: vec![0; around.rooms.len()],
            several: Vec::new(),
            lowered: Vec::new(),
            looked: BTreeMap::new(),
            others: Vec::new(),
            lowered_diagonals: Vec::new(),
        }
    }

    /// Tries all straight moves between floors of the tiles and of one column around them.
    pub fn find_straight(&mut self) {
        let (width, window) = (self.columns.width(), self.around.window.grown(1));
        let last = ColumnKey::new(window.x0 + window.width - 1, window.z0 + window.depth - 1);
        for z in window.z0..=last.z {
            let first = self.columns.at(ColumnKey::new(window.x0, z));
            for (x, at) in (window.x0..=last.x).zip(first..) {
                for from in self.columns.numbers(at).filter(|&floor| self.rooms[floor as usize].height > 0) {
                    if x < last.x {
                        self.try_links((at, from), at + 1, 0);
                    }
                    if z < last.z {
                        self.try_links((at, from), at + width, 1);
                    }
                }
            }
        }
        self.several.sort_unstable();
        self.lowered.sort_unstable();
        self.open = find_open(self.around, &self.roomy, &self.leads, self.reach.limits.heights[0]);
    }

    /// The floors that all eight ways lead to, where the floors beside a floor are open and both ways around each corner meet.
    #[inline]
    pub fn open_ways(&self, from: u32) -> Option<[u32; 8]> {
        if !self.reach.flanks_cover || !self.open[from as usize] {
            return None;
        }
        let mut ways = [0; 8];
        for (direction, to) in ways[..4].iter_mut().enumerate() {
            *to = self.links.only(from, direction);
            if !self.open[*to as usize] {
                return None;
            }
        }
        for first in 0..4 {
            let second = (first + 1) % 4;
            ways[4 + first] = self.links.only(ways[first], second);
            if ways[4 + first] != self.links.only(ways[second], first) {
                return None;
            }
        }
        Some(ways)
    }

    /// Whether the ground falls beside a floor.
    pub fn falls(&self, from: u32) -> bool {
        (0..4).any(|direction| self.links.single(from, direction).is_some_and(|link| link & DOWN != 0))
    }

    #[inline]
    fn try_links(&mut self, from: Spot, at: usize, direction: usize) {
        if let Some(link) = self.links.single(from.1, direction) {
            let to = link >> 2;
            if self.are_alike(from.1, to) && !self.links.are_several(to, direction + 2) {
                self.leads[from.1 as usize] |= 1 << direction;
                self.leads[to as usize] |= 1 << (direction + 2);
                return;
            }
        }
        self.try_all_links(from, at, direction);
    }

    fn try_all_links(&mut self, from: Spot, at: usize, direction: usize) {
        for link in self.links.from(from.1, direction) {
            let to = (at, link >> 2);
            let Some(room) = self.room_between([from, to], |_| true) else { continue };
            self.add(from.1, direction, to.1);
            self.add(to.1, direction + 2, from.1);
            if let Some(room) = room {
                self.lowered.push((from.1, direction as u8, to.1, room));
                self.lowered.push((to.1, direction as u8 + 2, from.1, room));
            }
        }
    }

    fn add(&mut self, from: u32, direction: usize, to: u32) {
        if self.links.are_several(from, direction) {
            self.several.push((from, direction as u8, to));
        } else {
            self.leads[from as usize] |= 1 << direction;
        }
    }

    /// The room of the body on a move between two floors: `None` if it fits in no posture. The inner value is the free height, if that
    /// is less than the rooms at both ends allow. `is_open` tells whether nothing is beside the way of a body of this height.
    #[inline]
    pub fn room_between(&mut self, ends: [Spot; 2], is_open: impl Fn(i32) -> bool) -> Option<Option<u16>> {
        let [from, to] = ends.map(|(_, floor)| self.rooms[floor as usize]);
        let upright = self.reach.limits.heights[0];
        if self.are_alike(ends[0].1, ends[1].1) && is_open(upright) {
            return Some(None);
        }
        let rise = self.columns.floor(ends[1].1).height - self.columns.floor(ends[0].1).height;
        let room = room_on_the_way(i32::from(from.height), i32::from(to.height), rise);
        let tallest = self.reach.limits.posture(room)?;
        let plain = room_on_the_way(i32::from(from.plain), i32::from(to.plain), rise);
        for posture in tallest..self.reach.limits.heights.len() {
            let height = self.reach.limits.heights[posture];
            let needs_no_look =
                plain >= height && (from.rolls == to.rolls || Room::is_clear_to_rolling([from, to], rise));
            if height > 0 && ((needs_no_look && is_open(height)) || self.leads_along(ends, height)) {
                return Some((posture != tallest).then_some(height as u16));
            }
        }
        None
    }

    /// Whether both floors have all the room that can matter, and are of the same class.
    #[inline]
    pub fn are_alike(&self, a: u32, b: u32) -> bool {
        let roomy = self.roomy[a as usize];
        roomy != 0 && roomy == self.roomy[b as usize]
    }

    /// Whether a body of a height fits all the way between two floors.
    #[cold]
    fn leads_along(&mut self, ends: [Spot; 2], height: i32) -> bool {
        let [a, b] = ends.map(|(_, floor)| floor);
        let key = (a.min(b), a.max(b), height);
        if let Some(&leads) = self.looked.get(&key) {
            return leads;
        }
        let Self { around, reach, .. } = *self;
        let ways = self.ways.get_or_insert_with(|| {
            Ways::new(Rc::clone(&around.columns), Rc::clone(&around.links), &reach.disc, &reach.rule)
        });
        let leads = ways.leads(ends.map(|(at, floor)| (self.columns.column(at), floor)), height);
        let width = self.columns.width();
        // Straight moves are tried once.
        if ends[0].0.abs_diff(ends[1].0) != 1 && ends[0].0.abs_diff(ends[1].0) != width {
            self.looked.insert(key, leads);
        }
        leads
    }

    /// The floor that a straight move leads to, of several the one nearest in height, and whether the ground falls there. Others are
    /// added to [`Moves::others`].
    #[inline]
    pub fn straight(&mut self, from: u32, direction: usize) -> Option<(u32, bool)> {
        if !self.links.are_several(from, direction) {
            let link = self.only(from, direction)?;
            return Some((link >> 2, link & DOWN != 0));
        }
        let height = |floor: u32| self.columns.floor(floor).height;
        let rise = |&floor: &u32| (height(floor) - height(from)).abs();
        let nearest = self.next(from, direction).min_by_key(rise)?;
        let others: Vec<u32> = self.next(from, direction).filter(|&to| to != nearest).collect();
        self.others.extend(others.into_iter().map(|to| (direction, to)));
        let falls = self.links.from(from, direction).any(|link| link >> 2 == nearest && link & DOWN != 0);
        Some((nearest, falls))
    }

    /// Where the only link in a direction leads to, if there is room for it.
    #[inline]
    pub fn only_floor(&self, from: u32, direction: usize) -> Option<u32> {
        (self.leads[from as usize] >> direction & 1 == 1).then(|| self.links.only(from, direction))
    }

    /// The only link in a direction, if there is room for it.
    #[inline]
    fn only(&self, from: u32, direction: usize) -> Option<u32> {
        let link = self.links.single(from, direction)?;
        (self.leads[from as usize] >> direction & 1 == 1).then_some(link)
    }

    /// All floors that straight moves in a direction lead to.
    pub fn next(&self, from: u32, direction: usize) -> impl Iterator<Item = u32> {
        let only = self.only(from, direction).map(|link| link >> 2);
        let first = self.several.partition_point(|&(floor, way, _)| (floor, usize::from(way)) < (from, direction));
        let several = self.several[first..].iter();
        let several = several.take_while(move |&&(floor, way, _)| (floor, usize::from(way)) == (from, direction));
        only.into_iter().chain(several.map(|&(.., to)| to))
    }

    /// Moves of a floor with less room than there is at both ends: way, the other floor, free height.
    pub fn lowered_of(&mut self, from: u32) -> Vec<(usize, u32, u16)> {
        let mut found = std::mem::take(&mut self.lowered_diagonals);
        if !self.lowered.is_empty() {
            let first = self.lowered.partition_point(|&(floor, ..)| floor < from);
            let own = self.lowered[first..].iter().take_while(|&&(floor, ..)| floor == from);
            found.extend(own.map(|&(_, way, to, room)| (usize::from(way), to, room)));
        }
        found
    }
}
