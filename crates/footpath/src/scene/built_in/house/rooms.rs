//! The furniture. Downstairs: hall, living room, den, kitchen and study, with four of the five teaching places. Upstairs:
//! bedrooms, bath and gallery.

use super::{HALL, Piece, Stage, UPPER, furnish};
use crate::scene::built_in::furniture::{
    basin, bath, bed, bookshelf, chair, counter, cupboard, lamp, plant, sofa, stool, table, toilet,
};
use crate::scene::built_in::shapes::block;
use crate::scene::built_in::stage::Random;

/// Underside of the beam: adults bend.
const UNDER_BEAM: f64 = 1.40;
/// Clear height of the table in the passage: adults crawl.
const UNDER_TABLE: f64 = 0.75;

pub(super) fn ground_floor(stage: &mut Stage, seed: u64) {
    teaching_places(stage);
    let mut random = Random::new(seed, 10);
    furnish(stage, 0.0, living(&mut random));
    furnish(stage, 0.0, den(&mut random));
    furnish(stage, 0.0, kitchen());
    furnish(stage, 0.0, study(&mut random));
    furnish(stage, 0.0, hall());
}

fn hall() -> [Piece; 2] {
    [
        ("Bench_hall", "wood", table([1.2, 0.32], 0.41, 0.04), 1, [5.33, 4.2]),
        ("Plant_hall", "grass", plant(), 0, [7.05, 0.5]),
    ]
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

fn living(random: &mut Random) -> [Piece; 9] {
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
    ]
}

fn den(random: &mut Random) -> [Piece; 7] {
    [
        ("Bookshelf_den_1", "wood", bookshelf(1.1, random), 2, [0.8, 8.62]),
        ("Bookshelf_den_2", "wood", bookshelf(1.2, random), 2, [4.1, 8.62]),
        ("Armchair_den", "fabric", sofa(0.95), 1, [0.72, 6.4]),
        ("Lamp_den", "metal", lamp(), 0, [0.5, 5.5]),
        ("Piano", "wood", cupboard([1.45, 0.6], 1.15), 0, [4.1, 5.42]),
        ("Stool_piano", "wood", stool(), 0, [4.1, 6.0]),
        ("Rug_den", "fabric", block([-0.9, 0.9], [0.0, 0.02], [-0.6, 0.6]), 0, [2.4, 7.0]),
    ]
}

fn kitchen() -> [Piece; 9] {
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
    ]
}

fn study(random: &mut Random) -> [Piece; 6] {
    [
        ("Desk", "wood", table([1.5, 0.65], 0.71, 0.03), 3, [11.47, 5.8]),
        ("Chair_desk", "wood", chair(), 1, [10.95, 5.8]),
        ("Cabinet_study", "wood", cupboard([1.2, 0.7], 1.9), 3, [11.45, 7.5]),
        ("Bookshelf_study", "wood", bookshelf(1.4, random), 0, [8.3, 4.71]),
        ("Armchair_study", "fabric", sofa(0.95), 3, [8.85, 6.0]),
        ("Lamp_study", "metal", lamp(), 0, [9.15, 5.15]),
    ]
}

pub(super) fn upstairs(stage: &mut Stage, seed: u64) {
    let mut random = Random::new(seed, 11);
    furnish(stage, UPPER, bedrooms_bath_and_gallery(&mut random));
    toys(stage, &mut random);
}

fn bedrooms_bath_and_gallery(random: &mut Random) -> [Piece; 19] {
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
        ("Bookshelf_bedroom", "wood", bookshelf(1.2, random), 0, [3.2, 4.73]),
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
    ]
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
