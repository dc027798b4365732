//! Scenes through the public door: real files whole, real files damaged, small ones written here.

#![allow(clippy::unwrap_used)]

mod common;

use footpath::Scene;
use footpath::scene::{ComponentCounts, Format, Import, ImportError, Rules, Tag, Up};

/// What is known of a real scene from sources other than our reader.
struct Known {
    file: &'static str,
    up: Up,
    triangles: usize,
    objects: usize,
    /// Lowest and highest corner in the axes of the file.
    bounds: [[f64; 3]; 2],
}

const fn known(file: &'static str, triangles: usize, objects: usize, low: [f64; 3], high: [f64; 3]) -> Known {
    Known { file, up: Up::Y, triangles, objects, bounds: [low, high] }
}

#[rustfmt::skip]
const SCENES: [Known; 17] = [
    known("recast_nav_test.obj", 1612, 2, [-28.89, -4.87, -46.3], [62.49, 17.01, 31.05]),
    known("recast_dungeon.obj", 10133, 1, [-25.02, 0.0, -90.04], [49.3, 40.18, 8.89]),
    known("recast_undulating.obj", 5202, 1, [4999.11, -4.05, 4999.55], [5098.0, 6.81, 5098.8]),
    Known { up: Up::Z, ..known("duplex_house.obj", 26348, 215, [-0.24, -22.18, -1.55], [9.04, 4.38, 6.63]) },
    known("zdm2_fps_level.glb", 58772, 1, [-33.88, -11.97, -29.29], [43.32, 23.98, 30.31]),
    known("fdm6_fps_level.obj", 9779, 78, [-256.0, 0.0, -288.0], [256.0, 208.0, 288.0]),
    known("collision_world.glb", 1754, 1, [-15.2, -2.9, -14.13], [19.15, 5.7, 20.23]),
    known("small_house.glb", 145844, 85, [-9.5, 0.0, -5.7], [9.5, 3.0, 5.7]),
    known("small_warehouse.glb", 15003, 26, [-6.99, -0.09, -10.47], [7.01, 10.12, 10.45]),
    known("hospital_three_floors.glb", 435855, 209, [-12.57, -3.0, -21.98], [12.57, 9.02, 35.07]),
    known("apartment.glb", 177934, 67, [0.44, -0.1, -11.43], [12.81, 2.68, -0.13]),
    known("tower.glb", 10042, 3, [-3.0, 0.0, -3.0], [3.0, 16.43, 3.0]),
    known("proto_level.glb", 26773, 348, [-50.0, -1.0, -6.0], [142.0, 8.0, 90.74]),
    known("truck_town.glb", 30477, 60, [-1024.0, -4.64, -1024.0], [1024.0, 17.76, 1024.0]),
    known("godot_navigation_level.obj", 138, 1, [-3.38, 0.0, -2.71], [6.38, 4.01, 5.69]),
    Known { up: Up::Z, ..known("delft_block.obj", 36271, 570, [84616.47, 447423.0, -0.45], [85140.84, 447750.64, 16.85]) },
    known("living_room.glb", 5088, 7, [-5.0, -1.5, -2.5], [5.0, 4.0, 12.0]),
];

fn open(known: &Known) -> Option<Scene> {
    let path = common::data(&format!("scenes/{}", known.file))?;
    Some(Scene::open_with(path, &Import { up: known.up, ..Import::default() }).unwrap())
}

fn open_named(file: &str) -> Option<Scene> {
    open(SCENES.iter().find(|known| known.file == file).unwrap())
}

#[test]
fn real_scenes_load_whole() {
    for known in &SCENES {
        let Some(scene) = open(known) else { return };
        let (file, report) = (known.file, scene.report());
        eprintln!("{file}: {} triangles, {report:?}, {} places", scene.triangles().len(), scene.places().len());
        assert_eq!(scene.triangles().len() + report.dropped(), known.triangles, "{file}");
        assert_eq!((report.not_finite, report.out_of_range, report.bad_tags), (0, 0, 0), "{file}");
        assert_eq!(scene.objects().len(), known.objects, "{file}");
        let turned = |p: [f64; 3]| if known.up == Up::Z { [p[0], p[2], -p[1]] } else { p };
        let [a, b] = known.bounds.map(turned);
        let found = scene.bounds().unwrap();
        for axis in 0..3 {
            let wanted = [a[axis].min(b[axis]), a[axis].max(b[axis])];
            for (found, wanted) in [found[0][axis], found[1][axis]].into_iter().zip(wanted) {
                assert!((found - wanted).abs() < 0.0065, "{file}: {found} is not {wanted}");
            }
        }
    }
}

#[test]
fn delft_keeps_its_millimetres() {
    let Some(path) = common::data("scenes/delft_block.obj") else { return };
    let text = std::fs::read_to_string(&path).unwrap();
    let scene = open_named("delft_block.obj").unwrap();
    let mut wanted: Vec<[f64; 3]> = Vec::new();
    for line in text.lines().filter_map(|line| line.strip_prefix("v ")) {
        let numbers: Vec<f64> = line.split_whitespace().map(|number| number.parse().unwrap()).collect();
        wanted.push([numbers[0], numbers[2], -numbers[1]]);
    }
    let found: std::collections::BTreeSet<_> = scene.vertices().iter().copied().collect();
    let origin = scene.origin();
    for position in wanted {
        let grid: [i32; 3] = std::array::from_fn(|axis| ((position[axis] - origin[axis]) * 1024.0).round() as i32);
        let back = scene.position(grid);
        assert!((0..3).all(|axis| (back[axis] - position[axis]).abs() < 0.0005));
        assert!(found.contains(&grid), "{position:?} is not in the scene");
    }
}

#[test]
fn names_and_materials_are_those_of_the_files() {
    let Some(mut duplex) = open_named("duplex_house.obj") else { return };
    let doors = duplex.objects().iter().filter(|object| object.name.starts_with("IfcDoor_")).count();
    let uses = duplex.apply(&Rules::new().ignore("IfcDoor_*").forbid("IfcStairFlight_*").cost("Nothing*", 2.0));
    assert!(doors > 0);
    assert_eq!((uses[0].objects, uses[2].objects), (doors, 0));
    assert!(uses[1].objects >= 2);
    assert!(duplex.objects().iter().any(|object| object.tag == Tag::Forbidden));
    let proto = open_named("proto_level.glb").unwrap();
    for name in ["Primitive_Stairs.001", "Door_A"] {
        assert!(proto.objects().iter().any(|object| object.name == name), "{name}");
    }
    let apartment = open_named("apartment.glb").unwrap();
    assert!(apartment.objects().iter().all(|object| object.material.is_some()));
}

#[test]
fn glb_scenes_agree_with_an_independent_reader() {
    for known in SCENES.iter().filter(|known| known.file.ends_with(".glb")) {
        let Some(path) = common::data(&format!("scenes/{}", known.file)) else { return };
        let scene = open(known).unwrap();
        let wanted = oracle(&std::fs::read(path).unwrap());
        assert_eq!(wanted.len(), known.triangles, "{}", known.file);
        // Both have the order of the file; the oracle alone has triangles without area.
        let mut wanted = wanted.into_iter();
        for triangle in scene.triangles() {
            let found = scene.corners(triangle).map(|vertex| scene.position(vertex));
            assert!(wanted.any(|wanted| are_near(&found, &wanted)), "{}: {found:?} is not in order", known.file);
        }
    }
}

/// Whether two triangles have the same corners within 2 mm, of whichever winding.
fn are_near(a: &[[f64; 3]; 3], b: &[[f64; 3]; 3]) -> bool {
    let near = |p: [f64; 3], q: [f64; 3]| (0..3).all(|axis| (p[axis] - q[axis]).abs() < 0.002);
    near(a[0], b[0]) && (near(a[1], b[1]) && near(a[2], b[2]) || near(a[1], b[2]) && near(a[2], b[1]))
}

/// All triangles of a GLB file as the `gltf` crate has them.
fn oracle(bytes: &[u8]) -> Vec<[[f64; 3]; 3]> {
    let file = gltf::Gltf::from_slice(bytes).unwrap();
    let blob = file.blob.clone().unwrap_or_default();
    let identity = std::array::from_fn(|i| std::array::from_fn(|j| f64::from(u8::from(i == j))));
    let scene = file.default_scene().or_else(|| file.scenes().next()).unwrap();
    let mut waiting: Vec<(gltf::Node, [[f64; 4]; 4])> = scene.nodes().map(|node| (node, identity)).collect();
    waiting.reverse();
    let mut triangles = Vec::new();
    while let Some((node, parent)) = waiting.pop() {
        let local = node.transform().matrix();
        let matrix: [[f64; 4]; 4] = std::array::from_fn(|column| {
            std::array::from_fn(|row| (0..4).map(|i| parent[i][row] * f64::from(local[column][i])).sum())
        });
        for primitive in node.mesh().iter().flat_map(|mesh| mesh.primitives()) {
            let reader = primitive.reader(|_| Some(&blob));
            let positions: Vec<[f64; 3]> = reader.read_positions().unwrap().map(|p| p.map(f64::from)).collect();
            let place = |i: u32| -> [f64; 3] {
                let p = positions[i as usize];
                std::array::from_fn(|row| (0..3).map(|i| matrix[i][row] * p[i]).sum::<f64>() + matrix[3][row])
            };
            let indices: Vec<u32> = match reader.read_indices() {
                Some(indices) => indices.into_u32().collect(),
                None => (0..positions.len() as u32).collect(),
            };
            triangles.extend(indices.chunks_exact(3).map(|t| [place(t[0]), place(t[1]), place(t[2])]));
        }
        let children: Vec<_> = node.children().map(|child| (child, matrix)).collect();
        waiting.extend(children.into_iter().rev());
    }
    triangles
}

#[test]
fn closed_solids_of_real_scenes() {
    for known in &SCENES {
        let Some(scene) = open(known) else { return };
        let ComponentCounts { all, closed, solid, .. } = scene.component_counts();
        eprintln!("{}: {closed} of {all} components are closed, {solid} of them solid", known.file);
        assert!(solid <= closed && closed <= all);
        match known.file {
            "recast_nav_test.obj" => assert_eq!((closed, all, solid), (42, 42, 42)),
            "recast_dungeon.obj" => assert_eq!((closed, all), (2, 9)),
            "duplex_house.obj" => assert_eq!(solid, 212),
            _ => {}
        }
        let flags = scene.solid();
        assert_eq!(flags.len(), scene.triangles().len());
        assert_eq!(flags.contains(&true), solid > 0);
    }
}

#[test]
fn only_the_scene_in_game_units_gets_a_hint() {
    for known in &SCENES {
        let Some(scene) = open(known) else { return };
        let hint = scene.unit_hint();
        assert_eq!(hint.is_some(), known.file == "fdm6_fps_level.obj", "{}: {hint:?}", known.file);
    }
}

/// A stream of seeded numbers.
fn seeded(mut state: u64) -> impl FnMut(usize) -> usize {
    move |below| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % below
    }
}

fn read(bytes: &[u8], format: Format) -> Result<Scene, ImportError> {
    Scene::read_bytes(bytes, format, &Import::default(), "damaged")
}

#[test]
fn damaged_real_files_never_panic() {
    for (file, format) in [
        ("tower_reference_navmesh.glb", Format::Gltf),
        ("collision_world.glb", Format::Gltf),
        ("godot_navigation_level.obj", Format::Obj),
    ] {
        let Some(path) = common::data(&format!("scenes/{file}")) else { return };
        let whole = std::fs::read(path).unwrap();
        for part in 0..50 {
            let cut = read(&whole[..whole.len() * part / 50], format);
            assert!(format == Format::Obj || cut.is_err(), "{file} cut to {part}/50");
        }
        let mut next = seeded(7);
        for _ in 0..300 {
            let mut bytes = whole.clone();
            for _ in 0..4 {
                // Half of the flips hit the first kilobytes, where the document is.
                let range = if next(2) == 0 { bytes.len() } else { bytes.len().min(4096) };
                let at = next(range);
                bytes[at] = next(256) as u8;
            }
            let _ = read(&bytes, format);
        }
    }
}

#[test]
fn damaged_text_never_panics() {
    let mut obj = String::from("mtllib missing.mtl\no Box\nusemtl wood\n");
    for i in 0..8 {
        obj += &format!("v {} {} {}\n", i & 1, i >> 1 & 1, i >> 2);
    }
    obj += "f 1 3 4 2\nf 5 6 8 7\nf -8/1 -7/2 -3/3 -4/4\nf 3//1 7//1 8//1 4//1\n";
    let stl = "solid box\nfacet normal 0 1 0\nouter loop\nvertex 0 0 0\nvertex 0 0 1\nvertex 1 0 0\nendloop\nendfacet\nendsolid\n";
    for (text, format) in [(obj.as_str(), Format::Obj), (stl, Format::Stl)] {
        assert!(read(text.as_bytes(), format).is_ok());
        for length in 0..text.len() {
            let _ = read(&text.as_bytes()[..length], format);
        }
        let mut next = seeded(11);
        for _ in 0..500 {
            let mut bytes = text.as_bytes().to_vec();
            for _ in 0..=next(4) {
                let at = next(bytes.len());
                bytes[at] = next(256) as u8;
            }
            let _ = read(&bytes, format);
        }
    }
}

#[test]
fn a_scene_is_the_same_whatever_the_number_of_threads() {
    let Some(scene) = open_named("zdm2_fps_level.glb") else { return };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let again = scene.clone();
    assert_eq!(pool.install(|| again.solid().to_vec()), scene.solid());
}
