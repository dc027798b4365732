//! Figures of Bandi & Thalmann that the ground shows by itself: neighbours (1), surface cells (2), forbidden things (14).

#![allow(clippy::unwrap_used)]

mod common;

use common::{Soup, bake, bake_with, block, floors, strip};
use footpath::ground::ColumnKey;
use footpath::scene::Tag;
use footpath::world::{FloorId, Refusal};
use footpath::{Body, Scene, World};

/// Floors beside a floor by its links, and those across a corner that both flanks lead to.
fn neighbours(world: &World, id: FloorId) -> (Vec<FloorId>, Vec<FloorId>) {
    let flat = |id: FloorId| world.links(id).into_iter().filter(|link| link.step.abs() <= 30);
    let straight: Vec<_> = flat(id).map(|link| link.to).collect();
    let mut across = Vec::new();
    for one in flat(id) {
        for turn in [1, 3] {
            let other = (one.direction + turn) % 4;
            let ends = |first: usize, then: usize| -> Vec<FloorId> {
                let flank = flat(id).filter(|link| link.direction == first);
                flank.flat_map(|link| flat(link.to).filter(|link| link.direction == then)).map(|link| link.to).collect()
            };
            let both = ends(one.direction, other).into_iter().filter(|end| ends(other, one.direction).contains(end));
            across.extend(both);
        }
    }
    across.sort_unstable();
    across.dedup();
    (straight, across)
}

#[test]
fn bandi_fig_1_a_floor_has_four_orthogonal_and_eight_neighbours() {
    // Plan borders on cell borders, across four tiles.
    let world = bake(&strip([-1.0, 1.0], [-1.0, 1.0], 0.0), 0.1, 0.05);
    assert_eq!(world.counts().floors, 400);
    for id in floors(&world) {
        let column = world.column_of(id).unwrap();
        let rims = [column.x, column.z].iter().filter(|c| [-10, 9].contains(*c)).count();
        let (straight, across) = neighbours(&world, id);
        assert_eq!(straight.len(), 4 - rims, "{column:?}");
        assert_eq!(straight.len() + across.len(), [8, 5, 3][rims], "{column:?}");
        for (group, distance) in [(&straight, 1), (&across, 2)] {
            for &other in group {
                let other = world.column_of(other).unwrap();
                assert_eq!((other.x - column.x).abs() + (other.z - column.z).abs(), distance);
            }
        }
    }
}

#[test]
fn bandi_fig_1_a_corner_is_not_cut_when_a_flank_is_not_free() {
    let post = block([0.0, 0.0, 0.0], [0.1, 1.0, 0.1]);
    let world = bake(&strip([-1.0, 1.0], [-1.0, 1.0], 0.0).and(post), 0.1, 0.05);
    let beside = world.floors_at(ColumnKey::new(0, -1)).next().unwrap();
    let (straight, across) = neighbours(&world, beside);
    let columns = |ids: &[FloorId]| ids.iter().map(|&id| world.column_of(id).unwrap()).collect::<Vec<_>>();
    assert_eq!(straight.len(), 3, "the post is no neighbour at floor height");
    assert!(!columns(&across).contains(&ColumnKey::new(1, 0)) && !columns(&across).contains(&ColumnKey::new(-1, 0)));
    assert_eq!(across.len(), 2);
}

/// A floor with a terrace of one cell and a block of three cells on it. Sides stand a little within their cells, since an
/// upright face right on a border belongs to the cell behind it.
fn terraces() -> Soup {
    let ground = block([0.01, -0.25, 0.01], [4.99, 0.0, 4.99]);
    ground.and(block([2.51, 0.0, 0.01], [4.99, 0.25, 4.99])).and(block([1.26, 0.0, 1.26], [1.74, 0.75, 1.74]))
}

#[test]
fn bandi_fig_2_a_surface_cell_is_occupied_with_an_empty_cell_above() {
    let world = bake(&terraces(), 0.25, 0.25);
    let (size, first) = world.cells().unwrap();
    assert_eq!((size, first), ([20, 4, 20], -1));
    let mut surface = 0;
    for y in first - 1..=first + 4 {
        let slice = world.slice(y).unwrap();
        let mut occupied = 0;
        for z in -1..=20 {
            for x in -1..=20 {
                let column = ColumnKey::new(x, z);
                let is = world.is_occupied(column, y);
                assert_eq!(slice.is_occupied(column), is);
                assert_eq!(world.is_surface(column, y), is && !world.is_occupied(column, y + 1));
                occupied += usize::from(is);
                surface += usize::from(world.is_surface(column, y));
            }
        }
        let expected = match y {
            -1 => 400,
            0 => 200 + 4,
            1 | 2 => 4,
            _ => 0,
        };
        assert_eq!((occupied, slice.count()), (expected, expected), "slice {y}");
    }
    assert_eq!(surface, 400, "one surface cell a column: nothing hangs over anything");
}

#[test]
fn bandi_fig_2_a_surface_cell_has_at_most_eight_surface_neighbours() {
    let world = bake(&terraces(), 0.25, 0.25);
    let around = |column: ColumnKey, y: i32| {
        let steps = (-1..=1).flat_map(|dz| (-1..=1).map(move |dx| (dx, dz))).filter(|&step| step != (0, 0));
        let beside = steps.map(|(dx, dz)| ColumnKey::new(column.x + dx, column.z + dz));
        beside
            .flat_map(|next| (y - 1..=y + 1).map(move |y| (next, y)))
            .filter(|&(next, y)| world.is_surface(next, y))
            .count()
    };
    let mut most = 0;
    for z in 0..20 {
        for x in 0..20 {
            for y in -1..3 {
                let column = ColumnKey::new(x, z);
                if world.is_surface(column, y) {
                    most = most.max(around(column, y));
                }
            }
        }
    }
    assert_eq!(most, 8);
    assert_eq!(around(ColumnKey::new(9, 9), -1), 8, "at the foot of the terrace three neighbours are one cell up");
    assert_eq!(around(ColumnKey::new(4, 6), -1), 6, "beside the high block two are out of reach");
    assert_eq!(around(ColumnKey::new(5, 5), 2), 3, "on the block only its own cells are near");
}

fn with_table(tag: Tag) -> Scene {
    let builder = strip([0.0, 4.0], [0.0, 4.0], 0.0).put(Scene::builder(), "ground");
    block([1.51, 0.0, 1.51], [2.49, 0.75, 2.49]).put_tagged(builder, "table", tag).build()
}

#[test]
fn bandi_fig_14_a_forbidden_obstacle_keeps_its_height_and_its_name() {
    let plain = bake_with(&with_table(Tag::Walkable), 0.1, 0.05);
    for tag in [Tag::Forbidden, Tag::Obstacle] {
        let world = bake_with(&with_table(tag), 0.1, 0.05);
        let column = world.column_at([2.0, 0.0, 2.0]);
        let spans = world.spans_at(column);
        assert_eq!(spans, plain.spans_at(column), "a tag moves no surface");
        assert!(spans.len() == 1 && spans[0][0].abs() < 1e-9 && (spans[0][1] - 0.75).abs() < 1e-9, "{spans:?}");
        for y in 0..15 {
            assert!(world.is_occupied(column, y), "slice {y} of the obstacle is solid");
        }
        assert!(!world.is_occupied(column, 15));
        let top: Vec<_> = world.floors_at(column).collect();
        assert_eq!(top.len(), 1);
        let (_, object) = world.object_of(top[0]).unwrap();
        assert_eq!((object.name.as_str(), object.tag), ("table", tag));
        let refused = world.refused(&Body::adult());
        let reason = if tag == Tag::Forbidden { Refusal::Forbidden } else { Refusal::Obstacle };
        assert_eq!(refused.of(reason), 100);
        assert_eq!(refused.worst(reason).len(), 1);
        assert_eq!(refused.accepted, 1500);
    }
}

#[test]
fn bandi_fig_14_an_ignored_obstacle_is_not_there() {
    let ignored = bake_with(&with_table(Tag::Ignored), 0.1, 0.05);
    let bare = bake(&strip([0.0, 4.0], [0.0, 4.0], 0.0), 0.1, 0.05);
    assert_eq!(ignored.hash(), bare.hash());
    assert_ne!(ignored.hash(), bake_with(&with_table(Tag::Walkable), 0.1, 0.05).hash());
}
