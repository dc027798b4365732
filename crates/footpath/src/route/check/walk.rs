//! The state while a route is followed, shared by all rules: nearby triangles, the last support, the place for faults.

use super::Checker;
use super::excuse::Excuse;
use super::facets::{Facet, Point};
use super::fault::{Fault, FaultKind};
use crate::body::Body;
use crate::scene::Tag;

/// The ground under a place of the feet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Support {
    /// Place in plan.
    pub at: [f64; 2],
    pub height: f64,
    pub gradient: [f64; 2],
    /// Rise per run where the middle of the body stands on it; `None` where the middle is past an edge.
    pub steepness: Option<f64>,
    pub object: u32,
}

/// The state while a route is followed.
pub(super) struct Walk<'a> {
    pub checker: &'a Checker,
    pub body: &'a Body,
    /// Triangles near the current stretch.
    pub near: Vec<u32>,
    /// Whether any of them belongs to an object that is no floor.
    pub restricted: bool,
    pub excuse: Excuse,
    /// The current stretch in pieces of one sample.
    pub pieces: Vec<[Point; 2]>,
    /// Triangles that the exact sweep found inside the body.
    pub touched: Vec<u32>,
    pub last: Option<Support>,
    /// Metres walked.
    pub way: f64,
    /// Metres of the route at which the ground became too steep.
    pub steep_since: Option<f64>,
    /// Whether the feet are above (1) or below (−1) the ground, and the metres of the route at which that began.
    pub off_since: (i8, f64),
    pub section: usize,
    pub point: usize,
}

impl<'a> Walk<'a> {
    pub fn new(checker: &'a Checker, body: &'a Body) -> Self {
        Self {
            checker,
            body,
            near: Vec::new(),
            restricted: false,
            excuse: Excuse::default(),
            pieces: Vec::new(),
            touched: Vec::new(),
            last: None,
            way: 0.0,
            steep_since: None,
            off_since: (0, 0.0),
            section: 0,
            point: 0,
        }
    }

    /// Triangles near the current stretch.
    pub fn near(&self) -> impl Iterator<Item = &Facet> + Clone {
        self.near.iter().map(|&index| &self.checker.facets.all[index as usize])
    }

    pub fn tag(&self, facet: &Facet) -> Tag {
        self.checker.tag_of(facet.object)
    }

    /// A fault at a place of the feet.
    pub fn fault(&self, kind: FaultKind, feet: Point, message: String) -> Fault {
        let origin = self.checker.facets.origin;
        Fault::malformed(self.section, self.point, message).of_kind(kind).at([0, 1, 2].map(|i| origin[i] + feet[i]))
    }

    pub fn with_object(&self, mut fault: Fault, object: u32) -> Fault {
        fault.object = Some(self.checker.name_of(object).to_owned());
        fault
    }

    pub fn forbidden_fault(&self, feet: Point, object: u32, how: &str) -> Fault {
        let name = self.checker.name_of(object);
        let what = match self.checker.tag_of(object) {
            Tag::Obstacle => "an obstacle",
            _ => "forbidden",
        };
        let message = format!("the way {how} {name}, which is {what}");
        self.with_object(self.fault(FaultKind::Forbidden, feet, message), object)
    }
}
