//! Bedrooms, bath and gallery.

use super::{Stage, UPPER, furnish};
use crate::scene::built_in::furniture::{basin, bath, bed, bookshelf, chair, cupboard, lamp, plant, table, toilet};
use crate::scene::built_in::shapes::block;
use crate::scene::built_in::stage::Random;

pub(super) fn add(stage: &mut Stage, seed: u64) {
    let mut random = Random::new(seed, 11);
    furnish(
        stage,
        UPPER,
        [
            // First bedroom, where the goal is.
            ("Bed_1", "fabric", bed(1.6), 1, [1.30, 2.3]),
            ("Night_table_1", "wood", cupboard([0.4, 0.4], 0.5), 1, [0.45, 1.2]),
            ("Night_table_2", "wood", cupboard([0.4, 0.4], 0.5), 1, [0.45, 3.4]),
            ("Wardrobe_1", "wood", cupboard([1.8, 0.6], 2.1), 2, [3.6, 4.08]),
            ("Dresser", "wood", cupboard([1.0, 0.45], 0.85), 0, [2.9, 0.45]),
            // Second bedroom.
            ("Bed_2", "fabric", bed(1.0), 0, [0.85, 5.66]),
            ("Desk_bedroom", "wood", table([1.2, 0.6], 0.70, 0.03), 2, [3.0, 8.45]),
            ("Chair_bedroom", "wood", chair(), 0, [3.0, 7.95]),
            ("Bookshelf_bedroom", "wood", bookshelf(1.2, &mut random), 0, [3.2, 4.73]),
            ("Rug_bedroom", "fabric", block([-0.8, 0.8], [0.0, 0.02], [-0.6, 0.6]), 0, [2.6, 6.4]),
            // Master bedroom.
            ("Bed_master", "fabric", bed(1.8), 3, [10.70, 5.9]),
            ("Wardrobe_master", "wood", cupboard([2.4, 0.6], 2.1), 0, [9.0, 4.07]),
            ("Dresser_master", "wood", cupboard([1.2, 0.45], 0.85), 2, [10.4, 8.55]),
            ("Lamp_master", "metal", lamp(), 0, [11.5, 7.4]),
            // Bath.
            ("Bath_tub", "stone", bath(), 0, [10.9, 0.62]),
            ("Toilet", "stone", toilet(), 3, [11.42, 2.9]),
            ("Basin", "stone", basin(), 2, [9.4, 3.36]),
            // Gallery.
            ("Plant_gallery", "grass", plant(), 0, [7.05, 0.5]),
            ("Sideboard_gallery", "wood", cupboard([1.0, 0.32], 0.8), 0, [6.0, 0.36]),
        ],
    );
    toys(stage, &mut random);
}

/// Toys in the corner of the second bedroom, out of the way.
fn toys(stage: &mut Stage, random: &mut Random) {
    let toys = (0..6).map(|_| {
        let [x, z] = [random.within([0.35, 1.6]), random.within([7.4, 8.4])];
        let size = random.within([0.08, 0.22]);
        block([x, x + size], [UPPER, UPPER + size], [z, z + size])
    });
    stage.add_all("Toy", "wood", toys);
}
