//! Colours of floors by a measure, and their legend.

use super::Ground;
use super::sheets::SheetColours;
use crate::draw::Colour;
use crate::geom::vector::bounds;
use crate::geom::{cm_of, metres, named, tidy};
use crate::ground::{SKY, Tile, TileKey};
use crate::scene::ObjectId;
use crate::world::Refusal;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Shades of heights: finer ones are not told apart, and equal colours make larger patches.
const SHADES: f64 = 40.0;
/// Objects that a legend names.
const NAMED: usize = 12;
/// Upper limits of the classes of slope, in degrees.
const SLOPES: [f64; 6] = [1.0, 5.0, 10.0, 20.0, 30.0, 45.0];
/// Colours of the classes of slope, and of headroom.
const SLOPE: [u32; 7] = [0xb9_c7cc, 0x9c_cfb4, 0xd5_da7c, 0xf0_bf55, 0xe5_8b3e, 0xcb_5138, 0x8a_2640];
const HEADROOM: [u32; 6] = [0x9c_2f3a, 0xd9_6b3c, 0xec_b95a, 0x7f_c2a0, 0x3d_93a5, 0x9f_bfdc];
const STANDS: Colour = Colour::hex(0x8f_b8a8);

named! {
    /// What the colour of a floor says.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Paint {
        /// Its height, dark to light.
        Height = "height",
        /// Its sheet; neighbouring sheets differ.
        Sheet = "sheet",
        /// The free height above it, by what the body does there.
        Headroom = "headroom",
        /// How steep it is.
        Slope = "slope",
        /// The object that one stands on.
        Object = "object",
        /// Whether the body can stand there, and if not why.
        Refused = "refused",
        /// Greys, as a ground for what is drawn on it: light where the body stands, darker where it bends or crawls, darkest
        /// where it cannot be.
        Plain = "plain",
    }
}

/// Colours floors; what has to be counted first is counted once.
pub(super) struct Painter<'a> {
    ground: &'a Ground<'a>,
    /// Lowest and highest floor in cm from the origin; `None` without floors.
    range: Option<[i32; 2]>,
    sheets: Option<SheetColours>,
    /// Objects by how many floors they hold, most first, and their place in that order.
    objects: Vec<ObjectId>,
    ranks: BTreeMap<ObjectId, usize>,
}

impl<'a> Painter<'a> {
    pub fn new(ground: &'a Ground<'a>) -> Self {
        let objects = if ground.paint == Paint::Object { by_floors(ground) } else { Vec::new() };
        let heights = bounds(ground.shown().map(|(_, tile, floor)| [tile.height(floor)]));
        Self {
            ground,
            range: heights.map(|[[low], [high]]| [low, high]),
            sheets: (ground.paint == Paint::Sheet).then(|| SheetColours::of(ground.world)),
            ranks: objects.iter().enumerate().map(|(rank, &object)| (object, rank)).collect(),
            objects,
        }
    }

    pub fn colour(&self, key: TileKey, tile: &Tile, floor: usize) -> Colour {
        if let Some(colour) = self.ground.tint.and_then(|tint| tint.colour(key, floor)) {
            return colour;
        }
        let item = &tile.floors()[floor];
        match self.ground.paint {
            Paint::Height => self.of_height(tile.height(floor)),
            Paint::Sheet => {
                Colour::of_index(self.sheets.as_ref().map_or(0, |sheets| sheets.number(key, tile.sheet(floor))))
            }
            Paint::Headroom => Colour::hex(HEADROOM[self.headroom_class(item.headroom)]),
            Paint::Slope => Colour::hex(SLOPE[slope_class(item.slope)]),
            Paint::Object => {
                let object = tile.objects()[usize::from(item.object)];
                Colour::of_index(self.ranks.get(&object).copied().unwrap_or(0))
            }
            Paint::Refused => self.ground.world.refusal(&self.ground.body, tile, floor).map_or(STANDS, refusal_colour),
            Paint::Plain => plain_colour(self.ground.world.refusal(&self.ground.body, tile, floor)),
        }
    }

    fn of_height(&self, cm: i32) -> Colour {
        let [low, high] = self.range.unwrap_or([cm; 2]);
        let share = f64::from(cm - low) / f64::from((high - low).max(1));
        // The very darkest is left out: large grounds would be black.
        Colour::ramp(0.14 + 0.86 * (share * SHADES).round() / SHADES)
    }

    /// The legend to the colours, the most or highest first.
    pub fn legend(&self) -> Vec<(Colour, String)> {
        let tint = self.ground.tint.map(|tint| tint.legend().to_vec()).unwrap_or_default();
        let own = match self.ground.paint {
            Paint::Height => self.height_legend(),
            // Colours of sheets have no meaning of their own: they only tell one from the next.
            Paint::Sheet => Vec::new(),
            Paint::Headroom => self.headroom_legend(),
            Paint::Slope => slope_legend(),
            Paint::Object => self.object_legend(),
            Paint::Refused => refused_legend(),
            Paint::Plain => plain_legend(),
        };
        tint.into_iter().chain(own).collect()
    }

    fn height_legend(&self) -> Vec<(Colour, String)> {
        let Some([low, high]) = self.range else { return Vec::new() };
        let up = self.ground.world.origin()[1];
        let steps = (high - low).clamp(0, 5);
        let at = |i: i32| low + (high - low) * i / steps.max(1);
        (0..=steps).rev().map(|i| (self.of_height(at(i)), format!("{:.2} m", tidy(up + metres(at(i)), 2)))).collect()
    }

    /// 0 where the body cannot even crawl, 3 and more where it stands upright.
    fn headroom_class(&self, headroom: u16) -> usize {
        let body = &self.ground.body;
        let limits = [body.crawling_height, body.bent_height, body.height, body.height + 0.6];
        if headroom == SKY {
            return limits.len() + 1;
        }
        limits.iter().filter(|&&limit| i32::from(headroom) >= cm_of(limit)).count()
    }

    fn headroom_legend(&self) -> Vec<(Colour, String)> {
        let body = &self.ground.body;
        let words = [
            format!("under {:.2} m", body.crawling_height),
            format!("{:.2} m: crawls", body.crawling_height),
            format!("{:.2} m: bends", body.bent_height),
            format!("{:.2} m: upright", body.height),
            format!("{:.2} m and more", body.height + 0.6),
            "open sky".to_owned(),
        ];
        words.into_iter().zip(HEADROOM).rev().map(|(words, colour)| (Colour::hex(colour), words)).collect()
    }

    fn object_legend(&self) -> Vec<(Colour, String)> {
        let named = |(rank, object): (usize, &ObjectId)| {
            let name = &self.ground.world.objects()[object.0 as usize].name;
            (Colour::of_index(rank), short(name))
        };
        self.objects.iter().take(NAMED).enumerate().map(named).collect()
    }
}

/// A name that fits in a legend. Long ones keep their end too: objects of one kind often differ there only.
fn short(name: &str) -> String {
    let length = name.chars().count();
    if length <= 22 {
        return name.to_owned();
    }
    name.chars().take(9).chain(['…']).chain(name.chars().skip(length - 12)).collect()
}

fn by_floors(ground: &Ground) -> Vec<ObjectId> {
    let mut counts: BTreeMap<ObjectId, usize> = BTreeMap::new();
    for (_, tile, floor) in ground.shown() {
        *counts.entry(tile.objects()[usize::from(tile.floors()[floor].object)]).or_default() += 1;
    }
    let mut objects: Vec<ObjectId> = counts.keys().copied().collect();
    objects.sort_by_key(|object| (Reverse(counts[object]), *object));
    objects
}

/// Number of limits that a slope is beyond.
fn slope_class(slope: [i8; 2]) -> usize {
    let rise = f64::from(slope[0]).hypot(f64::from(slope[1])) / 64.0;
    let degrees = rise.atan().to_degrees();
    SLOPES.iter().filter(|&&limit| degrees > limit + 0.5).count()
}

fn slope_legend() -> Vec<(Colour, String)> {
    let over = SLOPES.iter().zip(&SLOPE[1..]).rev().map(|(limit, colour)| (*colour, format!("over {limit}°")));
    over.chain([(SLOPE[0], "flat".to_owned())]).map(|(colour, words)| (Colour::hex(colour), words)).collect()
}

fn refusal_colour(reason: Refusal) -> Colour {
    Colour::hex(match reason {
        Refusal::TooSteep => 0xe0_8a3c,
        Refusal::TooLow => 0xa8_3a3f,
        Refusal::LowHeadroom => 0xe6_c35c,
        Refusal::Obstacle => 0x8d_7263,
        Refusal::Forbidden => 0x6d_2440,
        Refusal::NoHeadroom | Refusal::WallTop => 0x77_7777,
    })
}

fn refused_legend() -> Vec<(Colour, String)> {
    let words = [
        (Refusal::LowHeadroom, "bends or crawls"),
        (Refusal::TooLow, "too low"),
        (Refusal::TooSteep, "too steep"),
        (Refusal::Obstacle, "obstacle"),
        (Refusal::Forbidden, "forbidden"),
    ];
    let refused = words.map(|(reason, words)| (refusal_colour(reason), words.to_owned()));
    [(STANDS, "stands".to_owned())].into_iter().chain(refused).collect()
}

fn plain_colour(refused: Option<Refusal>) -> Colour {
    Colour::hex(match refused {
        None => 0xe3_e1dc,
        Some(Refusal::LowHeadroom) => 0xcb_c8c0,
        Some(_) => 0xa9_a7a3,
    })
}

fn plain_legend() -> Vec<(Colour, String)> {
    let words = [
        (None, "stands"),
        (Some(Refusal::LowHeadroom), "bends or crawls"),
        (Some(Refusal::TooLow), "low, steep or refused"),
    ];
    words.map(|(refused, words)| (plain_colour(refused), words.to_owned())).into()
}
