//! Floors on open ground, beside which every diagonal leads.
//!
//! In: rooms of floors and the straight moves between them. Out: of each floor whether a body that passes it beside a diagonal has room
//! there, so that nothing needs to be looked at. Promise: only floors for which [`Surroundings::covers`] holds with every pair of
//! neighbours at the ends of the diagonal.

use super::Reach;
use super::surroundings::Surroundings;
use crate::clearance::{Columns, Room};

/// All four straight moves.
const ALL: u8 = 0b1111;

/// Of each floor whether it is open, from its class of room and its straight moves (bit `d` for direction `d`).
pub(super) fn find_open(around: &Surroundings, roomy: &[u8], leads: &[u8], upright: i32) -> Vec<bool> {
    let floors = (0..).zip(roomy.iter().zip(leads));
    floors
        .map(|(floor, (&class, &leads))| leads == ALL && class != 0 && is_open(around, roomy, floor, upright))
        .collect()
}

/// Whether all neighbours have the same room for the same reason, and none is too low or too high for the room here.
fn is_open(around: &Surroundings, roomy: &[u8], floor: u32, upright: i32) -> bool {
    let (room, feet) = (around.rooms[floor as usize], around.columns.floor(floor).height);
    let lowest = if room.rolls { i32::MIN } else { feet - i32::from(room.spare) };
    let highest = feet + i32::from(room.height) - upright;
    (0..4).all(|direction| {
        let to = around.links.only(floor, direction);
        let height = around.columns.floor(to).height;
        roomy[to as usize] == roomy[floor as usize] && lowest <= height && height <= highest
    })
}

/// The class of a floor's room: 1 if it has all the room that can matter, 2 if it has that on rolling ground, 0 if it has less.
pub(super) fn roominess(room: Room, cap: u16) -> u8 {
    match room {
        Room { height, rolls: true, .. } if height == cap => 2,
        Room { height, plain, rolls: false, .. } if height == cap && plain == cap => 1,
        _ => 0,
    }
}

/// Whether nothing is in the columns beside a diagonal that are in the disc of neither end.
pub(super) fn is_free(
    reach: &Reach,
    columns: &Columns,
    at: usize,
    [dx, dz]: [i32; 2],
    highest: i32,
    height: i32,
) -> bool {
    let (base, width) = (highest + reach.limits.climb, columns.width() as i32);
    reach.slivers.iter().all(|&[x, z]| {
        let column = at.wrapping_add_signed((z * dz * width + x * dx) as isize);
        columns.hit(column, base, highest + height).is_none()
    })
}
