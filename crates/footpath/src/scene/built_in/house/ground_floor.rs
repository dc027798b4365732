//! Hall, living room, den, kitchen and study, with four of the five teaching places.

use super::{HALL, Stage, furnish};
use crate::scene::built_in::furniture::{bookshelf, chair, counter, cupboard, lamp, plant, sofa, stool, table};
use crate::scene::built_in::shapes::block;
use crate::scene::built_in::stage::Random;

/// Underside of the beam: adults bend.
const UNDER_BEAM: f64 = 1.40;
/// Clear height of the table in the passage: adults crawl.
const UNDER_TABLE: f64 = 0.75;

pub(super) fn add(stage: &mut Stage, seed: u64) {
    teaching_places(stage);
    let mut random = Random::new(seed, 10);
    living(stage, &mut random);
    den(stage, &mut random);
    kitchen(stage);
    study(stage, &mut random);
    furnish(
        stage,
        0.0,
        [
            ("Bench_hall", "wood", table([1.2, 0.32], 0.41, 0.04), 1, [5.33, 4.2]),
            ("Plant_hall", "grass", plant(), 0, [7.05, 0.5]),
        ],
    );
}

fn teaching_places(stage: &mut Stage) {
    // Bend: across the whole hall, between the stair and the back doors.
    stage.add("Beam", "wood", block(HALL, [UNDER_BEAM, UNDER_BEAM + 0.2], [6.9, 7.1]));
    // Crawl: fills the opening between living room and den.
    furnish(stage, 0.0, [("Table_passage", "wood", table([1.56, 0.85], UNDER_TABLE, 0.05), 0, [2.5, 5.025])]);
    // Side-step: the cupboard divides the study and leaves 50 cm to the north wall.
    furnish(stage, 0.0, [("Cupboard_study", "wood", cupboard([3.75, 0.6], 2.1), 1, [9.7, 6.425])]);
    // A box at the knees beside a way of 55 cm: the legs pass, the shoulders are above it.
    stage.add("Box_knee", "wood", block([10.0, 10.55], [0.0, 0.45], [7.2, 7.7]));
}

fn living(stage: &mut Stage, random: &mut Random) {
    furnish(
        stage,
        0.0,
        [
            ("Rug_living", "fabric", block([-1.2, 1.2], [0.0, 0.02], [-0.9, 0.9]), 1, [2.0, 2.4]),
            ("Sofa", "fabric", sofa(2.1), 1, [0.70, 2.4]),
            ("Armchair_1", "fabric", sofa(0.95), 0, [2.3, 0.70]),
            ("Armchair_2", "fabric", sofa(0.95), 3, [4.3, 3.1]),
            ("Table_coffee", "wood", table([1.1, 0.6], 0.38, 0.04), 1, [2.3, 2.4]),
            ("Lamp_living", "metal", lamp(), 0, [0.55, 0.6]),
            ("Plant_living", "grass", plant(), 0, [0.55, 4.5]),
            ("Bookshelf_living_1", "wood", bookshelf(1.2, random), 2, [4.2, 4.77]),
            ("Sideboard", "wood", cupboard([1.5, 0.42], 0.75), 0, [4.1, 0.43]),
        ],
    );
}

fn den(stage: &mut Stage, random: &mut Random) {
    furnish(
        stage,
        0.0,
        [
            ("Bookshelf_den_1", "wood", bookshelf(1.1, random), 2, [0.8, 8.62]),
            ("Bookshelf_den_2", "wood", bookshelf(1.2, random), 2, [4.1, 8.62]),
            ("Armchair_den", "fabric", sofa(0.95), 1, [0.72, 6.4]),
            ("Lamp_den", "metal", lamp(), 0, [0.5, 5.5]),
            ("Piano", "wood", cupboard([1.45, 0.6], 1.15), 0, [4.1, 5.42]),
            ("Stool_piano", "wood", stool(), 0, [4.1, 6.0]),
            ("Rug_den", "fabric", block([-0.9, 0.9], [0.0, 0.02], [-0.6, 0.6]), 0, [2.4, 7.0]),
        ],
    );
}

fn kitchen(stage: &mut Stage) {
    furnish(
        stage,
        0.0,
        [
            ("Counter_east", "stone", counter(3.2), 3, [11.5, 2.1]),
            ("Counter_south", "stone", counter(2.4), 0, [9.9, 0.5]),
            ("Fridge", "metal", cupboard([0.6, 0.62], 1.85), 0, [8.35, 0.51]),
            ("Table_kitchen", "wood", table([1.3, 0.8], 0.70, 0.04), 0, [9.3, 2.7]),
            ("Chair_kitchen_1", "wood", chair(), 0, [8.95, 2.15]),
            ("Chair_kitchen_2", "wood", chair(), 0, [9.65, 2.15]),
            ("Chair_kitchen_3", "wood", chair(), 2, [8.95, 3.25]),
            ("Chair_kitchen_4", "wood", chair(), 2, [9.65, 3.25]),
            ("Shelf_kitchen", "wood", cupboard([1.2, 0.35], 2.0), 2, [8.2, 4.22]),
        ],
    );
}

fn study(stage: &mut Stage, random: &mut Random) {
    furnish(
        stage,
        0.0,
        [
            ("Desk", "wood", table([1.5, 0.65], 0.71, 0.03), 3, [11.47, 5.8]),
            ("Chair_desk", "wood", chair(), 1, [10.95, 5.8]),
            ("Cabinet_study", "wood", cupboard([1.2, 0.7], 1.9), 3, [11.45, 7.5]),
            ("Bookshelf_study", "wood", bookshelf(1.4, random), 0, [8.3, 4.71]),
            ("Armchair_study", "fabric", sofa(0.95), 3, [8.85, 6.0]),
            ("Lamp_study", "metal", lamp(), 0, [9.15, 5.15]),
        ],
    );
}
