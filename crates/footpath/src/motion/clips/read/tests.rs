//! What readers take and what they refuse, on files in code.

use super::*;

/// Hips with one leg that has a tip.
const TREE: &str = "HIERARCHY\nROOT Hips\n{\n\tOFFSET 0 0 0\n\tCHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation\n\
\tJOINT LeftUpLeg\n\t{\n\t\tOFFSET 0.1 -0.1 0\n\t\tCHANNELS 3 Zrotation Yrotation Xrotation\n\t\tEnd Site\n\t\t{\n\t\t\tOFFSET 0 -0.4 0\n\t\t}\n\t}\n}\n";

fn read(text: &str) -> Result<Capture, ClipError> {
    Capture::read_bvh(text.as_bytes(), &ReadOptions::default(), "a/leg.bvh")
}

fn motion(frames: &str) -> String {
    let count = frames.lines().count();
    format!("{TREE}MOTION\nFrames: {count}\nFrame Time: 0.05\n{frames}")
}

#[test]
fn joints_offsets_and_turns_are_taken_in_order() {
    let text = motion("1 2 3 90 0 0 0 0 90\n1 2 4 0 0 0 0 0 0\n");
    let options = ReadOptions { scale: 2.0, ..ReadOptions::default() };
    let capture = Capture::read_bvh(text.as_bytes(), &options, "leg.bvh").expect("a capture");
    assert_eq!((capture.frames(), capture.skeleton.len(), capture.frame_time), (2, 2, 0.05));
    assert_eq!(capture.roots, [[2.0, 4.0, 6.0], [2.0, 4.0, 8.0]]);
    assert_eq!(capture.skeleton.joints()[1].tip, Some([0.0, -0.8, 0.0]));
    let placed = crate::motion::figure::Placed::of(&capture.skeleton, &capture.pose(0));
    // A quarter about z takes the hip's offset (0.2, −0.2, 0) to (0.2, 0.2, 0).
    let near = |a: [f32; 3], b: [f32; 3]| (0..3).all(|i| (a[i] - b[i]).abs() < 1e-5);
    assert!(near(placed.at[1], [2.2, 4.2, 6.0]), "{:?}", placed.at[1]);
    // Then a quarter about x takes the leg, down, to −z, and the z turn leaves that alone.
    assert!(near(placed.point(1, [0.0, -0.8, 0.0]), [2.2, 4.2, 5.2]));
}

#[test]
fn damage_is_named_with_its_line() {
    let good = motion("1 2 3 0 0 0 0 0 0\n1 2 3 0 0 0 0 0 1\n");
    assert!(read(&good).is_ok());
    let cases: [(String, &str, &str); 12] = [
        (String::new(), "line 1", "ends too early"),
        ("MESH".to_owned(), "line 1", "\"HIERARCHY\" is expected"),
        (good.replace("CHANNELS 6 Xposition Yposition Zposition ", "CHANNELS 3 "), "line 5", "has 3 channels"),
        (
            good.replace("CHANNELS 3 Zrotation Yrotation Xrotation", "CHANNELS 3 Zrotation Yrotation Yrotation"),
            "line 9",
            "twice",
        ),
        (good.replace("CHANNELS 3 Zrotation", "CHANNELS 3 Wrotation"), "line 9", "which is none"),
        (good.replace("OFFSET 0.1", "OFFSET nan"), "line 8", "no finite number"),
        (good.replace("Frames: 2", "Frames: 3"), "line 21", "3 frames are claimed and 2 are there"),
        (good.replace("Frames: 2", "Frames: -1"), "line 17", "cannot be -1 frames"),
        (good.replace("Time: 0.05", "Time: 0"), "line 18", "of no use"),
        (good.replace("0 0 0 0 0 1\n", "0 0 0 0 0\n"), "line 20", "8 numbers are there"),
        (good.replace("0 0 0 0 0 1\n", "0 0 0 0 0 1 7\n"), "line 20", "more numbers"),
        (good.replace("0 0 0 0 0 1\n", "0 0 0 0 0 inf\n"), "line 20", "no finite number"),
    ];
    for (text, line, what) in cases {
        let message = read(&text).expect_err(what).to_string();
        assert!(message.starts_with(&format!("a/leg.bvh, {line}:")) && message.contains(what), "{message}");
    }
}

#[test]
fn every_cut_is_refused() {
    let text = motion("1 2 3 0 0 0 0 0 0\n1 2 3 0 0 0 0 0 1\n");
    let end = text.trim_end().len();
    for cut in 0..end {
        // A cut inside the last number leaves a number.
        assert!(read(&text[..cut]).is_err(), "cut at {cut} of {end}");
    }
}

#[test]
fn a_frame_of_zeros_is_refused_or_dropped_with_a_report() {
    let text = motion("0 0 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 0 0\n1 2 3 0 0 0 0 0 5\n");
    let message = read(&text).expect_err("dirty").to_string();
    assert!(message.contains("line 20: all values of frame 1 are zero"), "{message}");
    let options = ReadOptions { drop_zero_frames: true, ..ReadOptions::default() };
    let capture = Capture::read_bvh(text.as_bytes(), &options, "leg.bvh").expect("a capture");
    assert_eq!(capture.frames(), 2, "the first frame may be a rest pose");
    assert_eq!(capture.dropped, [crate::motion::clips::Dropped { line: 20, why: "all values are zero" }]);
}

#[test]
fn scales_and_endings_are_checked() {
    for scale in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let options = ReadOptions { scale, ..ReadOptions::default() };
        let refused = Capture::read_bvh(b"", &options, "a.bvh").expect_err("no scale");
        assert!(matches!(refused, ClipError::File(ImportError::BadScale { .. })));
    }
    assert!(matches!(Capture::open("walk.fbx", &ReadOptions::default()), Err(ClipError::UnknownFormat { .. })));
    let missing = Capture::open("no/such.bvh", &ReadOptions::default());
    assert!(matches!(missing, Err(ClipError::File(ImportError::Io { .. }))));
}
