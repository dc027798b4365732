//! glTF animations in code: two joints under a scaled armature, keys of every kind.

use super::*;
use crate::geom::vector::{length, sub};
use crate::motion::figure::Placed;

/// A document with hips and one leg, and one channel per rotation and translation given as (path, node, interpolation,
/// values). Times are 0 and 1.
fn document(channels: &[(&str, usize, &str, Vec<f32>)]) -> String {
    let mut bytes: Vec<u8> = [0.0f32, 1.0].iter().flat_map(|v| v.to_le_bytes()).collect();
    let mut accessors = String::from(r#"{"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR"}"#);
    let mut views = String::from(r#"{"buffer":0,"byteOffset":0,"byteLength":8}"#);
    let (mut samplers, mut targets) = (Vec::new(), Vec::new());
    for (i, (path, node, interpolation, values)) in channels.iter().enumerate() {
        let (kind, width) = if *path == "rotation" { ("VEC4", 4) } else { ("VEC3", 3) };
        views += &format!(r#",{{"buffer":0,"byteOffset":{},"byteLength":{}}}"#, bytes.len(), values.len() * 4);
        let count = values.len() / width;
        accessors += &format!(r#",{{"bufferView":{},"componentType":5126,"count":{count},"type":"{kind}"}}"#, i + 1);
        bytes.extend(values.iter().flat_map(|v| v.to_le_bytes()));
        samplers.push(format!(r#"{{"input":0,"output":{},"interpolation":"{interpolation}"}}"#, i + 1));
        targets.push(format!(r#"{{"sampler":{i},"target":{{"node":{node},"path":"{path}"}}}}"#));
    }
    format!(
        r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],
        "nodes":[{{"name":"Armature","children":[1],"scale":[0.01,0.01,0.01],"rotation":[-0.70710678,0,0,0.70710678]}},
                 {{"name":"Hips","children":[2],"translation":[0,0,100]}},
                 {{"name":"LeftUpLeg","translation":[10,0,-5]}}],
        "skins":[{{"joints":[2,1]}}],
        "buffers":[{{"byteLength":{},"uri":"data:application/octet-stream;base64,{}"}}],
        "bufferViews":[{views}],"accessors":[{accessors}],
        "animations":[{{"samplers":[{}],"channels":[{}]}}]}}"#,
        bytes.len(),
        base64(&bytes),
        samplers.join(","),
        targets.join(",")
    )
}

fn base64(bytes: &[u8]) -> String {
    const SYMBOLS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().fold(0u32, |word, &byte| word << 8 | u32::from(byte)) << (8 * (3 - chunk.len()));
        for i in 0..=chunk.len() {
            text.push(char::from(SYMBOLS[(word >> (18 - 6 * i) & 63) as usize]));
        }
    }
    text
}

fn read(text: &str) -> Result<Capture, ClipError> {
    Capture::read_gltf(text.as_bytes(), &ReadOptions { t_pose: TPose::Keep, ..ReadOptions::default() }, "leg.gltf")
}

const HALF: f32 = std::f32::consts::FRAC_1_SQRT_2;

#[test]
fn an_armature_on_its_back_stands_up_and_joints_turn_in_the_world() {
    // The hips turn a quarter about their own z, which is the world's y, and go 1 m along the armature's y, which is −z.
    let text = document(&[
        ("rotation", 1, "LINEAR", vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, HALF, HALF]),
        ("translation", 1, "LINEAR", vec![0.0, 0.0, 100.0, 0.0, 100.0, 100.0]),
    ]);
    let capture = read(&text).expect("a capture");
    assert_eq!((capture.frames(), capture.skeleton.len()), (61, 2));
    assert_eq!(capture.skeleton.joints()[0].name, "Hips");
    let near = |a: [f32; 3], b: [f32; 3]| length(sub(a, b)) < 1e-5;
    let start = Placed::of(&capture.skeleton, &capture.pose(0));
    assert!(near(start.at[0], [0.0, 1.0, 0.0]) && near(start.at[1], [0.1, 0.95, 0.0]), "{:?}", start.at);
    let end = Placed::of(&capture.skeleton, &capture.pose(60));
    assert!(near(end.at[0], [0.0, 1.0, -1.0]) && near(end.at[1], [0.0, 0.95, -1.1]), "{:?}", end.at);
    let middle = Placed::of(&capture.skeleton, &capture.pose(30));
    assert!(near(sub(middle.at[1], middle.at[0]), [0.1 * HALF, -0.05, -0.1 * HALF]), "half a quarter halfway");
}

#[test]
fn steps_and_cubic_splines_are_played_as_they_say() {
    let text = document(&[("translation", 1, "STEP", vec![0.0, 0.0, 100.0, 0.0, 0.0, 200.0])]);
    let capture = read(&text).expect("a capture");
    assert!((capture.roots[59][1] - 1.0).abs() < 1e-6 && (capture.roots[60][1] - 2.0).abs() < 1e-6);
    // From 1 m to 2 m, starting at 2 m/s and ending at rest: p(½) = ½ + ¼ + 1.
    let cubic = vec![0.0, 0.0, 0.0, 0.0, 0.0, 100.0, 0.0, 0.0, 200.0, 0.0, 0.0, 0.0, 0.0, 0.0, 200.0, 0.0, 0.0, 0.0];
    let capture = read(&document(&[("translation", 1, "CUBICSPLINE", cubic)])).expect("a capture");
    assert!((capture.roots[30][1] - 1.75).abs() < 1e-5, "{}", capture.roots[30][1]);
}

#[test]
fn damage_is_named_with_its_place() {
    let good = document(&[("translation", 1, "LINEAR", vec![0.0, 0.0, 100.0, 0.0, 0.0, 200.0])]);
    assert!(read(&good).is_ok());
    let cases = [
        (good.replace(r#""animations""#, r#""extras""#), "animations[0]"),
        (good.replace("LINEAR", "BEZIER"), "animations[0].channels[0]"),
        (good.replace("LINEAR", "CUBICSPLINE"), "animations[0].channels[0]"),
        (good.replace(r#""node":1"#, r#""node":9"#), "animations[0].channels[0]"),
        (good.replace(r#""sampler":0"#, r#""sampler":5"#), "animations[0].channels[0]"),
        (good.replace(r#""joints":[2,1]"#, r#""joints":[2,9]"#), "skins[0].joints"),
        (
            good.replace(r#""joints":[2,1]"#, r#""joints":[]"#)
                .replace(r#""path":"translation""#, r#""path":"weights""#),
            "skins",
        ),
        (good.replace(r#""children":[2]"#, r#""children":[2,0]"#), "nodes"),
        (good.replace(r#""count":2,"type":"VEC3""#, r#""count":2000,"type":"VEC3""#), "accessors[1]"),
    ];
    for (text, place) in cases {
        let message = read(&text).expect_err(place).to_string();
        assert!(message.starts_with("leg.gltf") && message.contains(place), "{place}: {message}");
    }
}
