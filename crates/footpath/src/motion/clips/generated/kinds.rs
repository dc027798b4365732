//! The built-in motions that go on feet, each from its row of the table.

use super::super::clip::Clip;
use super::Kind;
use super::assemble::cycle;
use super::special::{sideways, stand};
use super::table::gait_and_carriage;
use crate::motion::figure::Figure;

pub(super) fn clip(kind: Kind, figure: &Figure) -> Clip {
    let (gait, body) = gait_and_carriage(kind);
    match kind {
        Kind::Stand => stand(figure),
        Kind::SidestepLeft => sideways(&gait, &body, figure),
        Kind::Tuck => {
            cycle(&gait, figure, |phase| body.frame(&gait, figure, phase, body.height(&gait, figure)).pose(figure))
                .tucked()
        }
        _ => {
            let height = body.height(&gait, figure);
            cycle(&gait, figure, |phase| body.frame(&gait, figure, phase, height).pose(figure))
        }
    }
}
