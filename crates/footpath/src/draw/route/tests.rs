use super::lines::within;
use super::*;
use crate::body::Posture;
use crate::draw::Point;

fn section(action: Action, first: usize, last: usize) -> Section {
    Section {
        action,
        posture: Posture::Upright,
        behaviour: "walk".to_owned(),
        first,
        last,
        height: 1.8,
        half_width: 0.3,
        clearance: 0.3,
    }
}

/// Three metres east, a jump of one, and three metres up a slope.
fn route() -> Route {
    let points = vec![[0.0; 3], [3.0, 0.0, 0.0], [4.0, 0.0, 0.0], [7.0, 3.0, 0.0]];
    let sections = vec![section(Action::Walk, 0, 1), section(Action::Jump, 1, 2), section(Action::Walk, 2, 3)];
    Route { length: Route::length_of(&points), points, sections, ..Route::default() }
}

#[test]
fn sections_have_the_colours_of_their_actions_and_jumps_fly() {
    let (route, mut drawing) = (route(), Drawing::new());
    Trail::new(&route).lines(&mut drawing);
    let lines = &drawing.layer("route").lines;
    let jump: Vec<_> = lines.iter().filter(|line| line.colour == action_colour(Action::Jump)).collect();
    assert_eq!((lines.len(), jump.len()), (2 + FLIGHT, FLIGHT));
    assert!(jump.iter().flat_map(|line| line.points).any(|p| p[1] > 0.15), "it leaves the ground");
    let words: Vec<String> = drawing.layer("marks").labels.iter().map(|label| label.text.clone()).collect();
    assert_eq!(words, ["jump", "start", "goal"]);
    let legend: Vec<String> = Trail::new(&route).legend().into_iter().map(|(_, words)| words).collect();
    assert_eq!(legend, ["walk 7.2 m", "jump 1.0 m"]);
}

#[test]
fn heights_cut_a_line_where_it_crosses_them() {
    let line = [[0.0, 0.0, 0.0], [2.0, 2.0, 0.0], [4.0, 0.0, 0.0], [6.0, 0.0, 0.0]];
    assert_eq!(within(&line, &(f64::NEG_INFINITY..=f64::INFINITY)), [line.to_vec()]);
    let low = within(&line, &(f64::NEG_INFINITY..=1.0));
    assert_eq!(low, [vec![[0.0; 3], [1.0, 1.0, 0.0]], vec![[3.0, 1.0, 0.0], [4.0, 0.0, 0.0], [6.0, 0.0, 0.0]]]);
    assert_eq!(within(&line, &(1.0..=1.5)).len(), 2);
    assert!(within(&line, &(5.0..=6.0)).is_empty());
}

#[test]
fn a_tube_is_closed_and_lies_on_the_ground() {
    let (route, mut drawing) = (route(), Drawing::new());
    Trail::new(&route).tube(&mut drawing);
    let triangles = &drawing.layer("route").triangles;
    let edge = |a: Point, b: Point| [a, b].map(|p| p.map(f32::to_bits));
    let edges: std::collections::BTreeSet<_> =
        triangles.iter().flat_map(|t| (0..3).map(|i| edge(t.points[i], t.points[(i + 1) % 3]))).collect();
    assert!(edges.iter().all(|&[a, b]| edges.contains(&[b, a])), "every edge has its other side");
    assert!(triangles.iter().flat_map(|t| t.points).all(|p| p[1] > -1e-3));
}

#[test]
fn a_route_of_one_point_is_drawn() {
    let points = vec![[1.0, 0.0, 1.0]];
    let route = Route { points, sections: vec![section(Action::Walk, 0, 0)], ..Route::default() };
    let mut drawing = Drawing::new();
    Trail::new(&route).lines(&mut drawing);
    Trail::new(&route).tube(&mut drawing);
    assert!(drawing.layer("route").lines.is_empty() && drawing.layer("marks").labels.len() == 2);
}
