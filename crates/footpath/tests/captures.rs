//! Real motion captures: all of them load or are refused with line and reason, and straight walks become cycles.

mod common;

use common::{CAPTURE_SCALE, capture, cycle, data};
use footpath::motion::clips::{Cadence, Capture, Clip, Kind, ReadOptions, SpeedTable, write_bvh};
use footpath::motion::figure::{Figure, Placed};
use footpath::motion::player::ClipSet;

const ALL: [&str; 35] = [
    "03_01", "07_01", "07_04", "07_12", "09_01", "111_03", "113_19", "114_07", "127_29", "131_05", "133_01", "136_01",
    "136_09", "136_21", "136_25", "139_09", "139_14", "13_11", "13_35", "141_32", "141_33", "16_01", "16_03", "16_05",
    "16_11", "16_15", "16_17", "16_19", "16_33", "16_35", "16_57", "69_59", "76_08", "83_19", "83_27",
];

/// Captures of walking and running straight ahead, with the speed and the cadence that one sees in them.
const STRAIGHT: [(&str, f32, [f32; 2]); 6] = [
    ("07_01", 1.36, [0.95, 1.2]),
    ("07_04", 0.95, [1.25, 1.55]),
    ("16_15", 1.10, [1.05, 1.25]),
    ("136_21", 1.12, [1.1, 1.35]),
    ("09_01", 3.5, [0.6, 0.8]),
    ("16_35", 2.8, [0.7, 0.9]),
];

fn options() -> ReadOptions {
    ReadOptions { scale: CAPTURE_SCALE, ..ReadOptions::default() }
}

#[test]
fn all_captures_load_or_are_refused_with_line_and_reason() {
    for name in ALL {
        let Some(path) = data(&format!("mocap/{name}.bvh")) else { return };
        let read = Capture::open(path, &options());
        if name == "07_12" {
            let message = read.expect_err("a dirty frame").to_string();
            assert!(message.contains("line 189") && message.contains("all values of frame 1 are zero"), "{message}");
            let clean = capture(name, &ReadOptions { drop_zero_frames: true, ..options() }).expect("data");
            let lines: Vec<usize> = clean.dropped.iter().map(|dropped| dropped.line).collect();
            assert_eq!((clean.frames(), lines), (262, vec![188, 189]));
            continue;
        }
        let capture = read.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(capture.skeleton.len(), 31, "{name}");
        assert_eq!(capture.dropped.len(), 1, "{name}: its first frame is a T-pose");
        assert_eq!(capture.dropped[0].why, "a T-pose");
        assert!(capture.contacts().is_ok(), "{name}");
        // A body of human size, with its hips where the data's own table has them.
        let placed = Placed::of(&capture.skeleton, &capture.pose(capture.frames() / 2));
        let [low, high] = placed.bounds(&capture.skeleton);
        assert!(high[1] - low[1] > 0.3 && high[1] - low[1] < 2.2, "{name}: {low:?} {high:?}");
    }
}

/// Mean turn of the joints from every frame to the next, radians per second; the last is across the seam.
fn joint_speeds(clip: &Clip) -> Vec<f32> {
    let of = |frame: usize| {
        let pairs = clip.turns_of(frame).iter().zip(clip.turns_of((frame + 1) % clip.frames()));
        pairs.map(|(a, b)| (a.inverse() * *b).angle()).sum::<f32>() / (clip.skeleton.len() as f32 * clip.frame_time)
    };
    (0..clip.frames()).map(of).collect()
}

#[test]
fn straight_walks_become_cycles_without_a_seam() {
    for (name, speed, [shortest, longest]) in STRAIGHT {
        let Some(clip) = cycle(name) else { return };
        assert!((clip.speed - speed).abs() < 0.08 * speed, "{name}: {}", clip.speed);
        assert!((shortest..longest).contains(&clip.duration()), "{name}: {}", clip.duration());
        assert_eq!(clip.turn, 0.0, "{name}");
        assert!((clip.right_strike / clip.duration() - 0.5).abs() < 0.1, "{name}: steps are about even");
        // The seam is one of many frames: slower than the fastest, no slower than half of the slowest.
        let mut speeds = joint_speeds(&clip);
        let seam = speeds.pop().expect("frames");
        let fastest = speeds.iter().copied().fold(0.0, f32::max);
        let slowest = speeds.iter().copied().fold(f32::INFINITY, f32::min);
        assert!(seam <= fastest && seam >= 0.5 * slowest, "{name}: {slowest} {seam} {fastest}");
        let share = clip.planted_share();
        let wanted = if clip.speed < 2.0 { 0.55..0.70 } else { 0.25..0.45 };
        assert!(wanted.contains(&share), "{name}: {share}");
    }
}

#[test]
fn a_turning_capture_gets_an_arc() {
    let Some(capture) = capture("16_17", &options()) else { return };
    let contacts = capture.contacts().expect("legs");
    let last = capture.frames() - 1;
    let clip = capture.factor(&contacts, 0, last, footpath::motion::clips::BasePath::Arc).expect("a clip");
    let turned = clip.turn * clip.duration();
    assert!((turned - 93f32.to_radians()).abs() < 0.2, "{turned}");
    // The root stays near its base although the way is bent.
    assert!(clip.roots.iter().all(|root| root[0].hypot(root[2]) < 0.8));
    let mirrored = clip.mirrored();
    assert!((mirrored.turn + clip.turn).abs() < 1e-6 && mirrored.roots[9][0] == -clip.roots[9][0]);
}

#[test]
fn kuffner_fig_1_the_cylinder_encloses_every_frame() {
    for (name, ..) in STRAIGHT {
        let Some(clip) = cycle(name) else { return };
        let set = ClipSet::captured(vec![clip.clone()]).expect("a cycle");
        let cylinder = clip.cylinder(&set.figure);
        assert!(cylinder.radius < 1.0 && cylinder.top < 2.0, "{name}: {cylinder:?}");
        assert!(clip.placed().iter().all(|placed| cylinder.encloses(&set.figure, placed)), "{name}");
        let tighter = footpath::motion::clips::Cylinder { radius: cylinder.radius - 0.01, ..cylinder };
        assert!(!clip.placed().iter().all(|placed| tighter.encloses(&set.figure, placed)), "{name}");
    }
}

#[test]
fn captures_survive_writing_and_reading() {
    let Some(before) = capture("07_01", &options()) else { return };
    let frames = (0..before.frames()).map(|frame| (before.roots[frame], before.turns_of(frame)));
    let text = write_bvh(&before.skeleton, before.frame_time, frames);
    let after = Capture::read_bvh(text.as_bytes(), &ReadOptions::default(), "again.bvh").expect("our own file");
    assert_eq!((after.frames(), after.skeleton.len()), (before.frames(), before.skeleton.len()));
    for frame in (0..before.frames()).step_by(20) {
        let [a, b] = [&before, &after].map(|capture| Placed::of(&capture.skeleton, &capture.pose(frame)));
        for joint in before.skeleton.joints() {
            let [i, j] = [&before, &after].map(|capture| capture.skeleton.named(&joint.name).expect("the joint"));
            assert!((0..3).all(|axis| (a.at[i][axis] - b.at[j][axis]).abs() < 1e-4), "{frame} {}", joint.name);
        }
    }
}

#[test]
fn tables_slide_little_even_without_locks() {
    let person = Figure::person(1.8);
    let mut clips = vec![(Clip::generated(Kind::Walk, &person), Clip::generated(Kind::Stand, &person))];
    for name in ["07_01", "16_15", "16_35"] {
        let Some(clip) = cycle(name) else { break };
        let set = ClipSet::captured(vec![clip.clone()]).expect("a cycle");
        clips.push((clip, Clip::generated(Kind::Stand, &person).onto(&set.figure)));
    }
    for (clip, stand) in clips {
        for cadence in [Cadence::Constant, Cadence::Natural] {
            let table = SpeedTable::measure(&stand.pose(0), &clip, cadence);
            let factors: Vec<f32> = table.entries().iter().map(|entry| entry.factor).collect();
            assert!(factors.is_sorted(), "{}: smaller speeds have smaller turns: {factors:?}", clip.name);
            assert!(factors[0] < 0.05 && factors[factors.len() - 1] > 0.9, "{}: {factors:?}", clip.name);
            let worst = table.entries().iter().map(|entry| entry.slide).fold(0.0, f32::max);
            let mean = table.entries().iter().map(|entry| entry.slide).sum::<f32>() / table.entries().len() as f32;
            println!("{} {cadence:?}: mean {mean:.3} m/s, worst {worst:.3}", clip.name);
            assert!(mean < 0.25 * clip.speed.max(1.0), "{}: {mean}", clip.name);
        }
    }
}
