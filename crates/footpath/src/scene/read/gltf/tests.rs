//! Documents written by hand, whole and damaged.

use serde_json::{Value, json};

use crate::scene::read::{Format, Import, ImportError};
use crate::scene::{Scene, Tag};

/// A square on the ground in one buffer: positions at byte 0, u16 indices at 48, u32 indices of a strip at 60.
fn square_bytes() -> Vec<u8> {
    let positions: [f32; 12] = [0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0];
    let mut bytes: Vec<u8> = positions.iter().flat_map(|number| number.to_le_bytes()).collect();
    bytes.extend([0u16, 1, 2, 2, 1, 3].iter().flat_map(|index| index.to_le_bytes()));
    bytes.extend([0u32, 1, 2, 3].iter().flat_map(|index| index.to_le_bytes()));
    bytes
}

fn square() -> Value {
    json!({
        "asset": {"version": "2.0"},
        "buffers": [{"byteLength": 76}],
        "bufferViews": [
            {"buffer": 0, "byteLength": 48},
            {"buffer": 0, "byteOffset": 48, "byteLength": 12},
            {"buffer": 0, "byteOffset": 60, "byteLength": 16}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "type": "VEC3", "count": 4},
            {"bufferView": 1, "componentType": 5123, "type": "SCALAR", "count": 6},
            {"bufferView": 2, "componentType": 5125, "type": "SCALAR", "count": 4}],
        "materials": [{"name": "wood"}],
        "meshes": [{"name": "slab", "primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "material": 0}]}],
        "nodes": [{"name": "Floor", "mesh": 0}],
        "scenes": [{"nodes": [0]}],
        "scene": 0
    })
}

fn glb(document: &Value, binary: &[u8]) -> Vec<u8> {
    let mut text = document.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let length = 12 + 8 + text.len() + 8 + binary.len();
    let mut bytes = b"glTF".to_vec();
    bytes.extend([2, length as u32, text.len() as u32].iter().flat_map(|word| word.to_le_bytes()));
    bytes.extend(b"JSON");
    bytes.extend(text);
    bytes.extend((binary.len() as u32).to_le_bytes());
    bytes.extend(b"BIN\0");
    bytes.extend(binary);
    bytes
}

fn read_bytes(bytes: &[u8]) -> Result<Scene, ImportError> {
    Scene::read_bytes(bytes, Format::Gltf, &Import::default(), "house.glb")
}

fn read(document: &Value) -> Result<Scene, ImportError> {
    read_bytes(&glb(document, &square_bytes()))
}

/// The square with one part of its document replaced.
fn with(pointer: &str, value: Value) -> Value {
    let mut document = square();
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    match document.pointer_mut(parent).unwrap() {
        Value::Array(items) => items[key.parse::<usize>().unwrap()] = value,
        Value::Object(map) => drop(map.insert(key.to_owned(), value)),
        _ => panic!("{pointer} leads nowhere"),
    }
    document
}

/// Whether every triangle looks up, and how many there are.
fn upward(scene: &Scene) -> (usize, bool) {
    let up = scene.triangles().iter().all(|triangle| {
        let [a, b, c] = scene.corners(triangle).map(|vertex| vertex.map(i64::from));
        (b[2] - a[2]) * (c[0] - a[0]) > (b[0] - a[0]) * (c[2] - a[2])
    });
    (scene.triangles().len(), up)
}

#[test]
fn a_square_has_name_material_and_two_triangles() {
    let scene = read(&square()).unwrap();
    assert_eq!((scene.objects()[0].name.as_str(), scene.objects()[0].material.as_deref()), ("Floor", Some("wood")));
    assert_eq!(upward(&scene), (2, true));
    assert_eq!(scene.bounds(), Some([[0.0; 3], [1.0, 0.0, 1.0]]));
}

#[test]
fn lists_strips_and_fans_with_and_without_indices_look_up() {
    let primitive = |mode: u32, indices: Option<u32>| {
        let mut primitive = json!({"attributes": {"POSITION": 0}, "mode": mode});
        if let Some(indices) = indices {
            primitive["indices"] = indices.into();
        }
        read(&with("/meshes/0/primitives/0", primitive)).map(|scene| upward(&scene))
    };
    assert_eq!(primitive(5, Some(2)).unwrap(), (2, true));
    assert_eq!(primitive(5, None).unwrap(), (2, true));
    assert_eq!(primitive(4, None).unwrap(), (1, true));
    assert_eq!(primitive(6, None).unwrap().0, 2);
    assert!(matches!(primitive(1, None), Err(ImportError::NothingUsable { .. })));
    assert!(primitive(7, None).unwrap_err().to_string().contains("meshes[0].primitives[0]"));
}

#[test]
fn transforms_multiply_down_the_tree_and_mirrors_keep_the_outside() {
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let nodes = json!([
        {"children": [1, 2], "translation": [447423.125, 0, 0]},
        {"mesh": 0, "rotation": [0, half, 0, half], "translation": [0, 2, 0]},
        {"mesh": 0, "name": "Twin", "matrix": [-2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2, 0, 0, 0, 0.001, 1]}]);
    let scene = read(&with("/nodes", nodes)).unwrap();
    assert_eq!(upward(&scene), (4, true));
    let names: Vec<_> = scene.objects().iter().map(|object| object.name.as_str()).collect();
    assert_eq!(names, ["slab", "Twin"]);
    let [low, high] = scene.bounds().unwrap();
    let near = |a: f64, b: f64| (a - b).abs() < 6e-4;
    assert!(near(low[0], 447421.125) && near(high[0], 447424.125) && near(high[1], 2.0), "{low:?} {high:?}");
    assert!(near(low[2], -1.0) && near(high[2], 2.001), "{low:?} {high:?}");
}

#[test]
fn bare_leaves_are_places_and_cameras_lights_joints_and_parents_are_not() {
    let mut document = with(
        "/nodes",
        json!([
            {"mesh": 0},
            {"name": "start", "translation": [1, 2, 3]},
            {"name": "eye", "camera": 0},
            {"name": "sun", "extensions": {"KHR_lights_punctual": {"light": 0}}},
            {"name": "knee"},
            {"name": "group", "translation": [10, 0, 0], "children": [6]},
            {"translation": [0, 0, 5]}]),
    );
    document["scenes"][0]["nodes"] = json!([0, 1, 2, 3, 4, 5]);
    document["skins"] = json!([{"joints": [4]}]);
    let scene = read(&document).unwrap();
    let places: Vec<_> = scene.places().iter().map(|place| (place.name.as_str(), place.position)).collect();
    assert_eq!(places, [("start", [1.0, 2.0, 3.0]), ("node 6", [10.0, 0.0, 5.0])]);
    assert_eq!(scene.objects()[0].name, "slab");
}

#[test]
fn extras_tag_objects_and_foreign_ones_are_counted() {
    let mark = |extras: Value| {
        let scene = read(&with("/nodes/0/extras", extras)).unwrap();
        (scene.objects()[0].tag, scene.objects()[0].cost, scene.report().bad_tags)
    };
    assert_eq!(mark(json!({"tag": "forbidden", "cost": 2.5})), (Tag::Forbidden, 2.5, 0));
    assert_eq!(mark(json!({"tag": "Player", "cost": -1})), (Tag::Walkable, 1.0, 2));
    assert_eq!(mark(json!(["anything"])), (Tag::Walkable, 1.0, 0));
}

#[test]
fn quantised_and_sparse_positions_are_read() {
    let mut document = with(
        "/accessors/0",
        json!({"bufferView": 3, "componentType": 5121, "normalized": true, "type": "VEC3", "count": 4}),
    );
    document["extensionsRequired"] = json!(["KHR_mesh_quantization", "KHR_texture_basisu"]);
    document["bufferViews"]
        .as_array_mut()
        .unwrap()
        .push(json!({"buffer": 0, "byteOffset": 76, "byteLength": 16, "byteStride": 4}));
    document["buffers"][0]["byteLength"] = 92.into();
    let mut bytes = square_bytes();
    bytes.extend([[0, 0, 0, 9], [0, 0, 255, 9], [255, 0, 0, 9], [255, 0, 255, 9]].concat());
    assert_eq!(read_bytes(&glb(&document, &bytes)).unwrap().bounds(), Some([[0.0; 3], [1.0, 0.0, 1.0]]));

    let sparse = json!({"count": 1, "indices": {"bufferView": 1, "byteOffset": 10, "componentType": 5123},
                        "values": {"bufferView": 0, "byteOffset": 24}});
    let mut document = square();
    document["accessors"][0]["sparse"] = sparse;
    assert_eq!(read(&document).unwrap().triangles().len(), 1, "corner 3 moved onto corner 2");
    document["accessors"][0].as_object_mut().unwrap().remove("bufferView");
    assert!(matches!(read(&document), Err(ImportError::NothingUsable { .. })), "all but one corner at zero");
    document["accessors"][0]["count"] = 4_000_000_000_000u64.into();
    assert!(read(&document).unwrap_err().to_string().contains("accessors[0]"));
}

#[test]
fn buffers_come_from_data_uris_and_from_files_inside_the_folder_only() {
    let folder = std::env::temp_dir().join(format!("footpath-gltf-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("my square.bin"), square_bytes()).unwrap();
    let open = |uri: &str| {
        let path = folder.join("house.gltf");
        std::fs::write(&path, with("/buffers/0/uri", uri.into()).to_string()).unwrap();
        Scene::open(&path).map(|scene| scene.triangles().len())
    };
    assert_eq!(open("my%20square.bin").unwrap(), 2);
    assert!(open("missing.bin").unwrap_err().to_string().contains("missing.bin"));
    assert!(open("../my%20square.bin").unwrap_err().to_string().contains("leaves the folder"));
    assert!(
        open("data:application/octet-stream;base64,AAAA").unwrap_err().to_string().contains("buffers[0]: 76 bytes")
    );
    std::fs::remove_dir_all(&folder).unwrap();
    let bare = with("/buffers/0/uri", "square.bin".into()).to_string();
    assert!(read_bytes(bare.as_bytes()).unwrap_err().to_string().contains("export as .glb"));
}

#[test]
fn faults_name_the_part_and_what_to_do() {
    let cases = [
        ("/extensionsRequired", json!(["KHR_draco_mesh_compression"]), "export without compression"),
        ("/extensionsRequired", json!(["EXT_meshopt_compression"]), "export without compression"),
        ("/extensionsRequired", json!(["VENDOR_voxels"]), "VENDOR_voxels"),
        ("/asset/version", json!("1.0"), "export it as glTF 2.0"),
        ("/accessors/0/count", json!(5), "accessors[0]"),
        ("/accessors/0/count", json!(u64::MAX), "accessors[0]"),
        ("/accessors/0/type", json!("VEC2"), "accessors[0]"),
        ("/accessors/1/componentType", json!(5126), "accessors[1]"),
        ("/accessors/1/byteOffset", json!(u64::MAX), "accessors[1]"),
        ("/accessors/0/bufferView", json!(9), "bufferViews[9]"),
        ("/accessors/0/bufferView", json!(null), "export without compression"),
        ("/bufferViews/0/byteOffset", json!(u64::MAX), "bufferViews[0]"),
        ("/bufferViews/0/byteStride", json!(4), "overlap"),
        ("/bufferViews/0/buffer", json!(3), "buffers[3]"),
        ("/buffers/0/byteLength", json!(77), "buffers[0]"),
        ("/meshes/0/primitives/0/material", json!(5), "materials[5]"),
        ("/meshes/0/primitives/0/indices", json!(5), "accessors[5]"),
        ("/nodes/0/mesh", json!(4), "meshes[4]"),
        ("/nodes/0/mesh", json!(-4), "JSON line 1"),
        ("/nodes/0/children", json!([0]), "its own ancestor"),
        ("/nodes/0/children", json!([7]), "nodes[7]"),
        ("/scene", json!(1), "scenes[1]"),
    ];
    for (pointer, value, word) in cases {
        let message = read(&with(pointer, value)).unwrap_err().to_string();
        assert!(message.starts_with("house.glb") && message.contains(word), "{pointer}: {message}");
    }
}

#[test]
fn a_file_that_is_something_else_is_told_so() {
    for bytes in [&b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"[..], b"o house\nv 0 0 0", b"\xef\xbb\xbf<html>"] {
        let message = read_bytes(bytes).unwrap_err().to_string();
        assert!(message.contains("neither GLB nor glTF") && message.contains("export it again"), "{message}");
    }
}

#[test]
fn indices_out_of_range_and_numbers_that_are_none_are_counted() {
    let mut bytes = square_bytes();
    bytes[58..60].copy_from_slice(&99u16.to_le_bytes());
    let scene = read_bytes(&glb(&square(), &bytes)).unwrap();
    assert_eq!((scene.triangles().len(), scene.report().out_of_range), (1, 1));
    let mut bytes = square_bytes();
    bytes[36..40].copy_from_slice(&f32::NAN.to_le_bytes());
    let scene = read_bytes(&glb(&square(), &bytes)).unwrap();
    assert_eq!((scene.triangles().len(), scene.report().not_finite), (1, 1));
}

#[test]
fn a_small_file_cannot_ask_for_endless_instances() {
    let large = 1_000_000;
    let mut document = with("/bufferViews/1", json!({"buffer": 0, "byteOffset": 76, "byteLength": large}));
    document["accessors"][1] = json!({"bufferView": 1, "componentType": 5121, "type": "SCALAR", "count": large});
    document["buffers"][0]["byteLength"] = (76 + large).into();
    let bytes = [square_bytes(), vec![0; large]].concat();
    let refused = |document: &Value| {
        let message = read_bytes(&glb(document, &bytes)).unwrap_err().to_string();
        assert!(message.contains("million corners"), "{message}");
    };
    let mut instances = document.clone();
    instances["nodes"] = vec![json!({"mesh": 0}); 100].into();
    instances["scenes"][0]["nodes"] = (0..100).collect();
    refused(&instances);
    document["meshes"][0]["primitives"] = vec![document["meshes"][0]["primitives"][0].clone(); 100].into();
    refused(&document);
}

#[test]
fn no_cut_and_no_flipped_byte_panics() {
    let whole = glb(&square(), &square_bytes());
    for length in 0..whole.len() {
        assert!(read_bytes(&whole[..length]).is_err(), "cut to {length}");
    }
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    for _ in 0..4000 {
        let mut bytes = whole.clone();
        for _ in 0..3 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let at = (state >> 33) as usize % bytes.len();
            bytes[at] ^= 1 << (state >> 20 & 7);
        }
        let _ = read_bytes(&bytes);
    }
}
