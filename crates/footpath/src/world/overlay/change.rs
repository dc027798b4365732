//! The faces and columns of a scene that other tags change. Found once per set of tags; edits do not affect it.

use crate::ground::{Face, TileKey, Window};
use crate::scene::{Object, ObjectId, Tag, solid_faces};
use crate::world::bake::restrictions;
use crate::world::{World, slivers};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The changes by a set of tags.
#[derive(Debug)]
pub(super) struct Change {
    /// The objects with their new tags.
    pub objects: Arc<[Object]>,
    pub restrictions: Arc<[u8]>,
    /// Triangles without area that are still needed.
    pub slivers: Arc<[Face]>,
    /// Per object: whether it is removed.
    gone: Vec<bool>,
    /// Per object: whether its tag is more or less restrictive than before.
    ranked: Vec<bool>,
    /// Faces, sorted, whose solid flag flips: they bound a closed solid with either the old or the new tags. A removed object may
    /// have closed another one of the same name.
    flipped: Vec<Face>,
    /// Columns to rebuild, per tile.
    pub windows: BTreeMap<TileKey, Window>,
}

impl Change {
    pub fn new(world: &World, tags: &BTreeMap<ObjectId, Tag>) -> Self {
        let mut objects = world.objects.to_vec();
        for (id, &tag) in tags {
            objects[id.0 as usize].tag = tag;
        }
        let restrictions: Arc<[u8]> = restrictions(&objects).into();
        let gone = objects.iter().zip(world.objects.iter());
        let gone = gone.map(|(now, before)| now.tag == Tag::Ignored && before.tag != Tag::Ignored).collect();
        let ranked = restrictions.iter().zip(world.restrictions.iter()).map(|(now, before)| now != before).collect();
        let slivers = slivers(&objects, world.slivers.iter().copied()).into();
        let mut change = Self {
            objects: objects.into(),
            restrictions,
            slivers,
            gone,
            ranked,
            flipped: Vec::new(),
            windows: BTreeMap::new(),
        };
        change.flipped = change.find_flipped(world);
        let mut windows = BTreeMap::new();
        for (key, tile) in world.tiles() {
            for face in tile.faces().iter().filter(|face| change.concerns(face) || change.flips(face)) {
                let [low, high] = face.bounds();
                widen(&mut windows, key, &world.grid.window_of(low, high));
            }
        }
        change.windows = windows;
        change
    }

    /// Whether the object of a face is removed.
    pub fn removes(&self, face: &Face) -> bool {
        self.gone[face.object().0 as usize]
    }

    /// Whether the object of a face has a tag that changes the ground.
    pub fn concerns(&self, face: &Face) -> bool {
        self.removes(face) || self.ranked[face.object().0 as usize]
    }

    fn flips(&self, face: &Face) -> bool {
        !self.flipped.is_empty() && self.flipped.binary_search(face).is_ok()
    }

    /// The faces of a tile with the new tags; the same array if nothing changes.
    pub fn faces(&self, faces: &Arc<[Face]>) -> Arc<[Face]> {
        if !faces.iter().any(|face| self.removes(face) || self.flips(face)) {
            return faces.clone();
        }
        let left = faces.iter().filter(|face| !self.removes(face));
        left.map(|face| {
            let solid = face.is_solid() != self.flips(face);
            Face::new(face.corners, face.object(), solid)
        })
        .collect()
    }

    fn find_flipped(&self, world: &World) -> Vec<Face> {
        let remains = |object: usize| !self.gone[object] && self.objects[object].tag != Tag::Ignored;
        let gone: BTreeSet<&str> =
            (0..self.gone.len()).filter(|&i| self.gone[i]).map(|i| self.objects[i].name.as_str()).collect();
        let in_doubt: Vec<bool> =
            (0..self.gone.len()).map(|i| remains(i) && gone.contains(self.objects[i].name.as_str())).collect();
        if !in_doubt.contains(&true) {
            return Vec::new();
        }
        let doubt = |face: &&Face| in_doubt[face.object().0 as usize];
        let faces = distinct_faces(world, doubt);
        let slivers: Vec<Face> = world.slivers.iter().filter(doubt).copied().collect();
        let parts = |faces: &[Face]| faces.iter().map(|face| (face.corners, face.object())).collect::<Vec<_>>();
        let solid = solid_faces(&self.objects, &parts(&faces), &parts(&slivers));
        let mut flipped: Vec<Face> = faces
            .into_iter()
            .zip(solid)
            .filter(|(face, solid)| face.is_solid() != *solid)
            .map(|(face, _)| face)
            .collect();
        flipped.dedup();
        flipped
    }
}

/// The faces of a world that `wanted` accepts, sorted, each as often as in the scene. Every tile that contains a face has all its
/// copies, so the copies of one tile are enough.
fn distinct_faces(world: &World, wanted: impl Fn(&&Face) -> bool) -> Vec<Face> {
    let in_tile = |(key, faces): (TileKey, &Arc<[Face]>)| {
        faces.iter().filter(&wanted).map(move |face| (*face, key)).collect::<Vec<_>>()
    };
    let mut found: Vec<(Face, TileKey)> =
        world.tiles.iter().map(|(key, tile)| (key, &tile.faces)).flat_map(in_tile).collect();
    found.sort_unstable();
    let copies = found.chunk_by(|a, b| a.0 == b.0);
    copies.flat_map(|copies| copies.iter().filter(|copy| copy.1 == copies[0].1)).map(|(face, _)| *face).collect()
}

/// Extends the window of a tile by the tile's part of another window.
pub(super) fn widen(windows: &mut BTreeMap<TileKey, Window>, key: TileKey, by: &Window) {
    if let Some(part) = by.intersection(&Window::of_tile(key)) {
        windows.entry(key).and_modify(|window| *window = window.hull(&part)).or_insert(part);
    }
}
