//! The roles of joints: which part of a body a joint moves, recognised by the joint's name.
//!
//! In: the name of a joint as motion capture files spell it. Out: its [`Role`], or none.

/// Left or right of the figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Its left: +x at rest.
    Left,
    /// Its right: −x at rest.
    Right,
}

impl Side {
    /// Left, right: the order of every pair.
    pub const BOTH: [Self; 2] = [Self::Left, Self::Right];

    /// 0 for left, 1 for right.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other one.
    pub const fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// +1 for left, −1 for right: the side of x.
    pub const fn sign(self) -> f32 {
        match self {
            Self::Left => 1.0,
            Self::Right => -1.0,
        }
    }
}

/// The part of the body that a joint moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The root.
    Hips,
    /// Lowest joint of the spine above the hips.
    Spine,
    /// The joint that bears the arms.
    Chest,
    /// The neck.
    Neck,
    /// The head.
    Head,
    /// Collar bone.
    Clavicle(Side),
    /// From the shoulder to the elbow.
    UpperArm(Side),
    /// From the elbow to the wrist.
    Forearm(Side),
    /// The hand.
    Hand(Side),
    /// From the hip to the knee.
    Thigh(Side),
    /// From the knee to the ankle.
    Shin(Side),
    /// From the ankle to the ball.
    Foot(Side),
    /// From the ball on.
    Toes(Side),
}

impl Role {
    /// Number of roles.
    pub const COUNT: usize = 21;

    /// All roles, parents before children.
    pub const ALL: [Self; Self::COUNT] = {
        use Role::{Chest, Clavicle, Foot, Forearm, Hand, Head, Hips, Neck, Shin, Spine, Thigh, Toes, UpperArm};
        use Side::{Left as L, Right as R};
        #[rustfmt::skip]
        let all = [
            Hips, Spine, Chest, Neck, Head,
            Clavicle(L), UpperArm(L), Forearm(L), Hand(L), Thigh(L), Shin(L), Foot(L), Toes(L),
            Clavicle(R), UpperArm(R), Forearm(R), Hand(R), Thigh(R), Shin(R), Foot(R), Toes(R),
        ];
        all
    };

    /// Place in [`Role::ALL`].
    pub fn index(self) -> usize {
        Self::ALL.into_iter().position(|role| role == self).unwrap_or(0)
    }

    /// The role whose joint carries this one in the built-in figure; `None` for the hips.
    pub fn parent(self) -> Option<Self> {
        match self {
            Self::Hips => None,
            Self::Clavicle(_) => Some(Self::Chest),
            Self::Thigh(_) => Some(Self::Hips),
            _ => Some(Self::ALL[self.index() - 1]),
        }
    }

    /// The role to whose joint the bone of this one leads; `None` for head, hands and toes.
    pub fn child(self) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.parent() == Some(self))
    }

    /// The same joint of the other side.
    pub fn mirrored(self) -> Self {
        match self.index() {
            at @ 5..=12 => Self::ALL[at + 8],
            at @ 13.. => Self::ALL[at - 8],
            at => Self::ALL[at],
        }
    }

    /// Name in the built-in figure, as in most captures.
    pub fn name(self) -> &'static str {
        #[rustfmt::skip]
        const NAMES: [&str; Role::COUNT] = [
            "Hips", "Spine", "Spine1", "Neck", "Head",
            "LeftShoulder", "LeftArm", "LeftForeArm", "LeftHand", "LeftUpLeg", "LeftLeg", "LeftFoot", "LeftToeBase",
            "RightShoulder", "RightArm", "RightForeArm", "RightHand", "RightUpLeg", "RightLeg", "RightFoot", "RightToeBase",
        ];
        NAMES[self.index()]
    }

    /// The role of a limb, of the neck or of the head by the name of a joint; hips and spine are found by the tree of joints.
    pub(super) fn of_name(name: &str) -> Option<Self> {
        let name = name.rsplit(':').next().unwrap_or(name);
        let plain: String = name.chars().filter(|c| c.is_ascii_alphanumeric()).collect::<String>().to_ascii_lowercase();
        match plain.as_str() {
            "neck" => return Some(Self::Neck),
            "head" => return Some(Self::Head),
            _ => {}
        }
        for (mark, side) in [("left", Side::Left), ("right", Side::Right), ("l", Side::Left), ("r", Side::Right)] {
            let found = [plain.strip_prefix(mark), plain.strip_suffix(mark)];
            if let Some(role) = found.into_iter().flatten().find_map(|rest| limb_of(rest, side)) {
                return Some(role);
            }
        }
        None
    }
}

fn limb_of(name: &str, side: Side) -> Option<Role> {
    Some(match name {
        "shoulder" | "clavicle" | "collar" => Role::Clavicle(side),
        "arm" | "upperarm" | "uparm" => Role::UpperArm(side),
        "forearm" | "lowerarm" | "lowarm" | "elbow" => Role::Forearm(side),
        "hand" | "wrist" => Role::Hand(side),
        "upleg" | "thigh" | "upperleg" => Role::Thigh(side),
        "leg" | "shin" | "lowerleg" | "calf" | "knee" | "lowleg" => Role::Shin(side),
        "foot" | "ankle" => Role::Foot(side),
        "toebase" | "toes" | "toe" | "ball" => Role::Toes(side),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_know_their_place_their_mirror_and_their_name() {
        for (i, role) in Role::ALL.into_iter().enumerate() {
            assert_eq!(role.index(), i);
            assert_eq!(role.mirrored().mirrored(), role);
            if i >= 5 {
                assert_eq!(Role::of_name(role.name()), Some(role));
            }
        }
        assert_eq!(Role::Thigh(Side::Left).mirrored(), Role::Thigh(Side::Right));
    }

    #[test]
    fn names_of_other_makers_are_known() {
        assert_eq!(Role::of_name("mixamorig:LeftUpLeg"), Some(Role::Thigh(Side::Left)));
        assert_eq!(Role::of_name("thigh.R"), Some(Role::Thigh(Side::Right)));
        assert_eq!(Role::of_name("r_foot"), Some(Role::Foot(Side::Right)));
        assert_eq!(Role::of_name("lHand"), Some(Role::Hand(Side::Left)));
        assert_eq!(Role::of_name("LHipJoint"), None);
        assert_eq!(Role::of_name("Tail"), None);
    }
}
