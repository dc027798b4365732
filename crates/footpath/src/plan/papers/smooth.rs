//! Smoothing by lines of cells (Bandi & Thalmann §7.4): the path stays a path of cells, along straighter lines.
//!
//! In: traced nodes. Out: nodes. Promised: a line replaces a part only where it can be walked in the same manner and costs no
//! more.

use super::lines::line_8;
use crate::plan::query::PaperSmoothing;
use crate::route::line::follow_moves;
use crate::route::smooth::stretch_end;
use crate::route::{Builder, Traced};

/// Replaces parts of a path by lines of cells where these can be walked.
pub(super) fn by_lines(builder: &mut Builder<'_, '_>, path: &[Traced], smoothing: PaperSmoothing) -> Vec<Traced> {
    let mut smooth = vec![path[0]];
    let mut first = 0;
    while first + 1 < path.len() {
        let last = stretch_end(path, first);
        let stretch = &path[first..=last];
        let junctions = match smoothing {
            PaperSmoothing::Junctions => junctions(builder, stretch),
            _ => (0..stretch.len()).collect(),
        };
        join_junctions(builder, stretch, &junctions, &mut smooth);
        first = last;
    }
    smooth
}

/// Joins the junctions of a stretch: each to the farthest one to which a line can be walked, or to the next one along the old
/// path.
fn join_junctions(builder: &mut Builder<'_, '_>, stretch: &[Traced], junctions: &[usize], smooth: &mut Vec<Traced>) {
    let how = stretch[1].1;
    let mut at = 0;
    while at + 1 < junctions.len() {
        let here = junctions[at];
        let far = (at + 2..junctions.len()).rev();
        let found =
            far.into_iter().find_map(|next| Some((next, walkable_line(builder, &stretch[here..=junctions[next]])?)));
        match &found {
            Some((_, line)) => smooth.extend(line[1..].iter().map(|&node| (node, how))),
            None => smooth.extend_from_slice(&stretch[here + 1..=junctions[at + 1]]),
        }
        at = found.map_or(at + 1, |(next, _)| next);
    }
}

/// The line of cells between the ends of a part, if it can be walked.
fn walkable_line(builder: &mut Builder<'_, '_>, piece: &[Traced]) -> Option<Vec<u32>> {
    let how = piece[1].1;
    if how.is_leap() {
        return None;
    }
    let nodes: Vec<u32> = piece.iter().map(|&(node, _)| node).collect();
    let (from, to) = (nodes[0], nodes[nodes.len() - 1]);
    let (a, b) = (builder.terrain.column(from), builder.terrain.column(to));
    let cells = line_8(b.x - a.x, b.z - a.z);
    let moves = cells.windows(2).map(|pair| [pair[1][0] - pair[0][0], pair[1][1] - pair[0][1]]);
    let line = follow_moves(builder.terrain, builder.costs, from, how, moves)?;
    (line.last() == Some(&to) && builder.cost_over(&line) <= builder.cost_over(&nodes)).then_some(line)
}

/// Both ends of a stretch, and the cells where it changes direction.
fn junctions(builder: &Builder<'_, '_>, stretch: &[Traced]) -> Vec<usize> {
    let way = |i: usize| {
        let (a, b) = (builder.terrain.column(stretch[i].0), builder.terrain.column(stretch[i + 1].0));
        [b.x - a.x, b.z - a.z]
    };
    let last = stretch.len() - 1;
    (0..=last).filter(|&i| i == 0 || i == last || way(i - 1) != way(i)).collect()
}
