use super::*;
use crate::draw::Drawing;
use crate::scene::{Object, Scene, Tag};

fn open(bytes: &[u8]) -> (gltf::Document, Vec<u8>) {
    assert_eq!(bytes.len() % 4, 0);
    assert_eq!(u32::from_le_bytes(bytes[8..12].try_into().unwrap()) as usize, bytes.len());
    let file = gltf::Gltf::from_slice(bytes).unwrap();
    for accessor in file.document.accessors() {
        let view = accessor.view().unwrap();
        assert_eq!(view.offset() % 4, 0);
        assert!(accessor.count() * accessor.size() == view.length());
    }
    (file.document, file.blob.unwrap_or_default())
}

fn positions(primitive: &gltf::Primitive, bytes: &[u8]) -> Vec<[f32; 3]> {
    primitive.reader(|_| Some(bytes)).read_positions().unwrap().collect()
}

fn small_drawing() -> Drawing {
    let mut drawing = Drawing::around([2048.0, 0.0, -1024.0]);
    let layer = drawing.layer("boxes");
    layer.cuboid([0.0; 3], [1.0, 2.0, 3.0], Colour::rgb(255, 128, 0));
    layer.triangle([[0.0; 3], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]], Colour::BLACK.with_alpha(128));
    layer.triangle([[f32::NAN; 3]; 3], Colour::BLACK);
    layer.line([0.0; 3], [0.0, 5.0, 0.0], Colour::WHITE);
    drawing.layer("words").label([1.0, 2.0, 3.0], "here", Colour::BLACK);
    drawing.layer("nothing");
    drawing
}

#[test]
fn a_drawing_has_one_node_per_layer_with_colours_and_bounds() {
    let (document, bytes) = open(&small_drawing().glb().unwrap());
    let root = document.default_scene().unwrap().nodes().next().unwrap();
    assert_eq!(root.transform().decomposed().0, [2048.0, 0.0, -1024.0]);
    let layers: Vec<_> = root.children().collect();
    assert_eq!(layers.iter().map(|n| n.name().unwrap()).collect::<Vec<_>>(), ["boxes", "words"]);
    let label = layers[1].children().next().unwrap();
    assert_eq!((label.name(), label.transform().decomposed().0), (Some("here"), [1.0, 2.0, 3.0]));

    let primitives: Vec<_> = layers[0].mesh().unwrap().primitives().collect();
    let [solid, clear, line] = &primitives[..] else { panic!("{}", primitives.len()) };
    assert_eq!(positions(solid, &bytes).len(), 36);
    assert_eq!(solid.bounding_box(), gltf::mesh::Bounds { min: [0.0; 3], max: [1.0, 2.0, 3.0] });
    assert!(solid.material().double_sided());
    assert_eq!(clear.material().alpha_mode(), gltf::material::AlphaMode::Blend);
    assert_eq!((line.mode(), positions(line, &bytes).len()), (gltf::mesh::Mode::Lines, 2));
    let reader = solid.reader(|_| Some(&bytes[..]));
    let colour = reader.read_colors(0).unwrap().into_rgba_f32().next().unwrap();
    assert!(colour[0] == 1.0 && (colour[1] - 0.2158).abs() < 1e-3 && colour[2] == 0.0 && colour[3] == 1.0);
    assert!(reader.read_normals().unwrap().all(|n| n.iter().map(|c| c * c).sum::<f32>() == 1.0));
    let see_through = clear.reader(|_| Some(&bytes[..])).read_colors(0).unwrap().into_rgba_f32().next().unwrap();
    assert!((see_through[3] - 128.0 / 255.0).abs() < 1e-4);
}

#[test]
fn empty_drawings_and_scenes_are_valid_files_and_bytes_repeat() {
    for bytes in [Drawing::new().glb().unwrap(), write_scene_glb(&Scene::builder().build()).unwrap()] {
        assert_eq!(open(&bytes).0.nodes().count(), 0);
    }
    assert_eq!(small_drawing().glb().unwrap(), small_drawing().glb().unwrap());
}

const SQUARE: [[f64; 3]; 4] = [[0.0, 0.0, 0.0], [0.0, 0.0, 2.5], [1.5, 0.0, 2.5], [1.5, 0.0, 0.0]];

fn moved(by: f64) -> Vec<[f64; 3]> {
    SQUARE.iter().map(|v| [v[0] + by, v[1] + 1.0 / 1024.0, v[2]]).collect()
}

fn small_scene() -> Scene {
    let mut lawn = Object::new("lawn");
    lawn.material = Some("grass".into());
    (lawn.tag, lawn.cost) = (Tag::Forbidden, 2.5);
    Scene::builder()
        .object("path", &moved(5000.0), &[0u32, 1, 2, 0, 2, 3], None)
        .object_with(lawn, &moved(5001.5), &[0u32, 1, 2], None)
        .object("none", &[], &[0u32; 0], None)
        .object("far", &moved(60_000.0), &[2u32, 1, 0], None)
        .place("start", [5000.5, 0.0, 1.25])
        .build()
}

/// Reads a file back as a user's own arrays, the way the reader of scenes does.
fn read_back(bytes: &[u8]) -> Scene {
    let (document, bytes) = open(bytes);
    let root = document.default_scene().unwrap().nodes().next().unwrap();
    let origin = root.transform().decomposed().0.map(f64::from);
    let mut builder = Scene::builder();
    for node in root.children() {
        let move_by = node.transform().decomposed().0;
        let at = |p: [f32; 3]| std::array::from_fn(|i| origin[i] + f64::from(move_by[i]) + f64::from(p[i]));
        let Some(mesh) = node.mesh() else {
            builder.push_place(node.name().unwrap(), at([0.0; 3]));
            continue;
        };
        let primitive = mesh.primitives().next().unwrap();
        let vertices: Vec<_> = positions(&primitive, &bytes).into_iter().map(at).collect();
        let indices: Vec<u32> = primitive.reader(|_| Some(&bytes[..])).read_indices().unwrap().into_u32().collect();
        let mut object = Object::new(node.name().unwrap());
        object.material = primitive.material().name().map(str::to_owned);
        if let Some(extras) = node.extras() {
            let extras: Value = serde_json::from_str(extras.get()).unwrap();
            object.tag = serde_json::from_value(extras["tag"].clone()).unwrap();
            object.cost = extras["cost"].as_f64().unwrap() as f32;
        }
        builder.push_object(object, &vertices, &indices, None);
    }
    builder.build()
}

#[test]
fn a_scene_comes_back_as_it_was() {
    let scene = small_scene();
    assert_ne!(scene.origin(), [0.0; 3]);
    let back = read_back(&write_scene_glb(&scene).unwrap());
    assert_eq!(back.origin(), scene.origin());
    let named = |scene: &Scene| scene.objects().iter().filter(|o| o.name != "none").cloned().collect::<Vec<_>>();
    assert_eq!(named(&back), named(&scene));
    assert_eq!(back.places(), scene.places());
    let corners = |scene: &Scene| scene.triangles().iter().map(|t| scene.corners(t)).collect::<Vec<_>>();
    assert_eq!(corners(&back), corners(&scene));
}
