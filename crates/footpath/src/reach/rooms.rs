//! Rooms: for every floor of a tile the height in which a body fits there, kept per tile and body.

use crate::clearance::Room;

/// Free heights of a tile's floors for one body.
#[derive(Debug, Default)]
pub(crate) struct Rooms {
    /// In cm, in the order of the tile's floors; 0 where the body cannot be.
    pub heights: Vec<u16>,
    /// Floors at which the body needs the step exception, in order.
    leaning: Vec<u32>,
}

impl Rooms {
    /// So many floors of a tile, of which none has room.
    pub fn none(count: usize) -> Self {
        Self { heights: vec![0; count], leaning: Vec::new() }
    }

    /// Sets the room of a floor. Floors come in order.
    #[inline]
    pub fn set(&mut self, floor: u32, room: Room) {
        self.heights[floor as usize] = room.height;
        if room.leans(i32::from(room.height)) {
            self.leaning.push(floor);
        }
    }

    /// Whether the body needs the step exception to be at a floor. Not where it holds at all places around.
    #[inline]
    pub fn leans(&self, floor: usize) -> bool {
        !self.leaning.is_empty() && self.leaning.binary_search(&(floor as u32)).is_ok()
    }
}
