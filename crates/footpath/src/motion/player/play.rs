//! The player of clips, frame by frame.
//!
//! In: the base point with its speed, the style to play, and the surroundings. Out: a pose on the ground, and which feet stand. Phases
//! follow the speed; another style begins at a strike and is faded in.

mod stand;

use std::sync::Arc;

use super::ladder::Mix;
use super::set::{ClipSet, Style};
use super::stairs::{self, Stairs};
use crate::motion::ease;
use crate::motion::feet::{Around, Feet, GroundFn};
use crate::motion::figure::{Base, Placed, Pose, SolePoint};

/// The input of a player for a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Order {
    /// Where the base point is now.
    pub base: Base,
    /// Its speed along its heading, metres per second.
    pub speed: f64,
    /// Its turn rate, radians per second, counter-clockwise.
    pub turn: f64,
    /// The style to play.
    pub style: Style,
    /// Seconds into the jump, for [`Style::Jump`].
    pub jump: f64,
}

/// Plays the clips of a set along a moving base point.
///
/// ```
/// use footpath::motion::feet::level;
/// use footpath::motion::figure::Base;
/// use footpath::motion::player::{ClipSet, Order, Player};
/// let mut player = Player::new(ClipSet::built_in(1.80).into());
/// let mut base = Base::default();
/// for _ in 0..60 {
///     base = base.after(1.0 / 60.0, 1.35, 0.0);
///     let planted = player.step(&Order { base, speed: 1.35, ..Order::default() }, &level(0.0), 1.0 / 60.0);
///     assert!(planted[0] || planted[1], "a walker has a foot on the ground");
/// }
/// assert_eq!(player.pose().turns.len(), 21);
/// ```
#[derive(Clone, Debug)]
pub struct Player {
    set: Arc<ClipSet>,
    feet: Feet,
    /// Phase of the cycle, 0 to 1, and seconds since the start.
    phase: f32,
    seconds: f32,
    style: Style,
    /// The style that is faded out, and how much of it is gone.
    from: Option<(Style, f32)>,
    stepping: f32,
    stairs: (Option<Stairs>, f32),
    jump: f32,
    /// How much of the body hands and knees carry, 0 to 1.
    lying: f32,
    /// Metres by which a crawling body is lifted out of the ground.
    lifted: f32,
    pose: Pose,
    placed: Placed,
    spare: [Pose; 2],
}

/// Seconds over which one style becomes another: upright ones, and others.
const FADE: [f32; 2] = [0.35, 0.8];
/// A slower body stands, m/s and rad/s.
const STILL: [f64; 2] = [0.03, 0.12];
/// Seconds between two looks for stairs.
const LOOK: f32 = 0.1;

impl Player {
    /// A player that stands.
    pub fn new(set: Arc<ClipSet>) -> Self {
        let feet = Feet::new(set.figure.skeleton.clone(), set.figure.soles);
        Self {
            set,
            feet,
            // Both feet are down, the right one leaves next.
            phase: 0.02,
            seconds: 0.0,
            style: Style::Walk,
            from: None,
            stepping: 0.0,
            stairs: (None, 0.0),
            jump: 0.0,
            lying: 0.0,
            lifted: 0.0,
            pose: Pose::default(),
            placed: Placed::default(),
            spare: [Pose::default(), Pose::default()],
        }
    }

    /// The same player, which has been doing something all along.
    pub fn doing(mut self, style: Style) -> Self {
        self.style = style;
        self.lying = self.knees(style);
        self
    }

    /// The pose of the last frame, relative to its base point.
    pub fn pose(&self) -> &Pose {
        &self.pose
    }

    /// The joints of the last frame, relative to its base point.
    pub fn placed(&self) -> &Placed {
        &self.placed
    }

    /// The clips.
    pub fn set(&self) -> &Arc<ClipSet> {
        &self.set
    }

    /// Phase of the cycle: 0 when the left foot strikes, 0.5 when the right one does.
    pub fn phase(&self) -> f32 {
        self.phase
    }

    /// The style that is played; another one that was ordered may still wait for a strike.
    pub fn style(&self) -> Style {
        self.style
    }

    /// Whether hands and knees carry the body, or the motion is on its way there or back.
    pub fn is_on_knees(&self) -> bool {
        self.knees(self.style) > 0.0 || self.from.is_some_and(|(old, _)| self.knees(old) > 0.0)
    }

    /// How much of the body hands and knees carry, 0 to 1.
    pub fn lying(&self) -> f32 {
        self.lying
    }

    /// Seconds in which an order for another style is carried out at the latest: half a cycle until a strike, and the fade.
    pub fn notice(&self, to: Style) -> f32 {
        0.6 + fade(self.style, to)
    }

    /// Plays one frame and says which feet stand.
    pub fn step(&mut self, order: &Order, ground: GroundFn<'_>, dt: f32) -> [bool; 2] {
        let foresee = |seconds: f64| order.base.after(seconds, order.speed, order.turn);
        self.step_among(order, &foresee, &Around::open(ground), dt)
    }

    /// The same where more is known: `foresee` gives the base point some seconds from now, and feet come down beside
    /// obstacles.
    pub fn step_among(
        &mut self,
        order: &Order,
        foresee: &dyn Fn(f64) -> Base,
        around: &Around<'_>,
        dt: f32,
    ) -> [bool; 2] {
        let style = self.look(order, around.ground, dt);
        let still = order.speed.abs() < STILL[0] && order.turn.abs() < STILL[1] && style != Style::Jump;
        let before = self.phase;
        self.jump = order.jump as f32;
        let mix = self.mix(self.style, order);
        self.advance(&mix, order, still, dt);
        self.change(style, before, still, dt);
        self.seconds += dt;
        let faded = self.from.map_or(1.0, |(_, gone)| ease(gone));
        let mix = self.mix(self.style, order);
        let mut pose = std::mem::take(&mut self.pose);
        self.raw_pose(self.style, &mix, &mut pose);
        let knees = self.knees(self.style);
        let mut on_knees = knees;
        let mut steps = self.steps(self.style, &mix, foresee);
        if let Some((old, _)) = self.from {
            let old_mix = self.mix(old, order);
            let mut other = std::mem::take(&mut self.spare[1]);
            self.raw_pose(old, &old_mix, &mut other);
            other.mix_into(&pose, faded);
            std::mem::swap(&mut pose, &mut other);
            self.spare[1] = other;
            if faded < 0.5 {
                steps = self.steps(old, &old_mix, foresee);
            }
            on_knees = self.knees(old) * (1.0 - faded) + knees * faded;
        }
        self.lying = on_knees;
        let planted = self.stand(&mut pose, &order.base, &steps, on_knees, around, dt);
        self.pose = pose;
        planted
    }

    /// The style to play: walking becomes stairs where there are some.
    fn look(&mut self, order: &Order, ground: GroundFn<'_>, dt: f32) -> Style {
        if order.style != Style::Walk {
            return order.style;
        }
        self.stairs.1 -= dt;
        if self.stairs.1 <= 0.0 {
            self.stairs = (stairs::probe(&order.base, ground), LOOK);
        }
        match self.stairs.0 {
            Some(Stairs { up, .. }) if order.speed > STILL[0] => Style::Stairs { up },
            _ => Style::Walk,
        }
    }

    fn mix(&self, style: Style, order: &Order) -> Mix {
        let mut mix = self.set.ladder(style).mix(order.speed.max(0.0) as f32, self.stepping);
        if let (Style::Stairs { .. }, Some(stairs)) = (style, self.stairs.0) {
            // One step per tread, but not faster than legs go.
            let treads = if order.speed / stairs.tread > 3.2 { 2.0 } else { 1.0 };
            mix.cycles = (order.speed / (2.0 * treads * stairs.tread)) as f32;
        }
        mix
    }

    /// Moves the phase on. A body that stops goes on until both feet are down.
    fn advance(&mut self, mix: &Mix, order: &Order, still: bool, dt: f32) {
        let ladder = self.set.ladder(self.style);
        let contacts = ladder.contacts(mix, self.phase);
        let both = contacts.iter().all(|contact| contact.ball || contact.heel);
        let slow = ladder.step_rate();
        let cycles = if still && both && self.gathered() {
            self.stepping = (self.stepping - dt * 4.0).max(0.0);
            0.0
        } else {
            self.stepping = (self.stepping + dt * 6.0).min(1.0);
            // On the spot, a step for every half radian.
            let turning = (order.turn.abs() / 1.2) as f32;
            let least = if order.speed.abs() < 0.25 { slow.max(turning) } else { turning.min(slow) };
            mix.cycles.max(if self.set.ladder(self.style).has_rest() || still { least } else { 0.0 })
        };
        self.phase = (self.phase + cycles * dt).fract();
    }

    /// Whether the feet are near enough to their places in standing.
    fn gathered(&self) -> bool {
        if self.placed.at.is_empty() {
            return true;
        }
        let ladder = self.set.ladder(self.style);
        let mix = ladder.mix(0.0, 0.0);
        let near = |foot: usize| {
            let sole = &self.set.figure.soles[foot];
            let ball = sole.point(&self.placed, SolePoint::Ball);
            let ([x, z], yaw) = ladder.landing(&mix, foot);
            let turned = (sole.yaw(self.placed.turn[sole.foot]) - yaw).abs();
            libm::hypotf(ball[0] - x, ball[2] - z) < 0.11 && turned < 0.35
        };
        !ladder.has_rest() || (near(0) && near(1))
    }

    /// Begins another style at a strike, and fades it in.
    fn change(&mut self, wanted: Style, before: f32, still: bool, dt: f32) {
        if let Some((old, gone)) = self.from {
            let gone = gone + dt / fade(old, self.style);
            self.from = (gone < 1.0).then_some((old, gone));
        }
        let struck = still || before > self.phase || (before < 0.5) != (self.phase < 0.5);
        let at_once = wanted == Style::Jump || self.style == Style::Jump;
        if wanted != self.style && self.from.is_none() && (struck || at_once) {
            self.from = Some((self.style, 0.0));
            self.style = wanted;
        }
    }

    fn raw_pose(&mut self, style: Style, mix: &Mix, pose: &mut Pose) {
        if style == Style::Jump {
            self.set.jump.clip.sample(self.jump, pose);
            return;
        }
        self.set.ladder(style).pose(mix, self.phase, self.seconds, pose, &mut self.spare[0]);
    }
}

/// Seconds from one style to another.
fn fade(from: Style, to: Style) -> f32 {
    let is_upright = |style| !matches!(style, Style::Bend | Style::Crawl);
    match (from, to) {
        (Style::Jump, _) | (_, Style::Jump) => 0.2,
        _ => FADE[usize::from(!is_upright(from) || !is_upright(to))],
    }
}
