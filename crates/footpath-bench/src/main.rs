//! Quick look.
use footpath::{Bake, Scene, World};
use rerecast::{HeightfieldBuilder, TriMesh};
use std::time::Instant;
fn load(path: &str) -> (Vec<[f64; 3]>, Vec<u32>) {
    let t = std::fs::read_to_string(path).unwrap();
    let (mut v, mut f) = (vec![], vec![]);
    for l in t.lines() {
        let mut w = l.split_whitespace();
        match w.next() {
            Some("v") => {
                let p: Vec<f64> = w.map(|x| x.parse().unwrap()).collect();
                v.push([p[0], p[1], p[2]]);
            }
            Some("f") => {
                let p: Vec<u32> = w.map(|x| x.split('/').next().unwrap().parse::<u32>().unwrap() - 1).collect();
                for i in 1..p.len() - 1 {
                    f.extend([p[0], p[i], p[i + 1]]);
                }
            }
            _ => {}
        }
    }
    (v, f)
}
fn main() {
    let only: Option<String> = std::env::args().nth(1);
    for name in ["recast_nav_test", "recast_dungeon", "recast_undulating"] {
        let (v, f) = load(&format!("../shared/data/scenes/{name}.obj"));
        let scene = Scene::builder().object("all", &v, &f, None).build();
        scene.solid();
        for (cs, ch) in [(0.3, 0.2), (0.1, 0.1)] {
            if let Some(o) = &only {
                if *o != format!("{name}@{cs}") {
                    continue;
                }
            }
            let mut tm = TriMesh {
                vertices: v.iter().map(|p| glam::Vec3A::new(p[0] as f32, p[1] as f32, p[2] as f32)).collect(),
                indices: f.chunks(3).map(|c| glam::UVec3::new(c[0], c[1], c[2])).collect(),
                area_types: vec![Default::default(); f.len() / 3],
            };
            tm.mark_walkable_triangles(45f32.to_radians());
            let h = (2.0 / ch) as u16;
            let climb = (0.9 / ch) as u16;
            let mut best = [f64::MAX; 2];
            let mut rep = None;
            let mut spans = 0;
            let unit: u32 = std::env::var("UNIT").ok().and_then(|u| u.parse().ok()).unwrap_or(1);
            for _ in 0..std::env::var("ROUNDS").ok().and_then(|r| r.parse().ok()).unwrap_or(9) {
                if only.is_none() {
                    let t = Instant::now();
                    let mut hf = HeightfieldBuilder {
                        aabb: tm.compute_aabb().unwrap(),
                        cell_size: cs as f32,
                        cell_height: ch as f32,
                    }
                    .build()
                    .unwrap();
                    hf.rasterize_triangles(&tm, climb).unwrap();
                    hf.filter_low_hanging_walkable_obstacles(climb);
                    hf.filter_ledge_spans(h, climb);
                    hf.filter_walkable_low_height_spans(h);
                    let chf = hf.into_compact(h, climb).unwrap();
                    best[0] = best[0].min(t.elapsed().as_secs_f64() * 1e3);
                    spans = chf.spans.len();
                }
                let set = Bake { cell_size: cs, cell_height: ch, threads: Some(1), work_unit: unit, ..Bake::default() };
                let t = Instant::now();
                let (w, r) = World::bake_with(&scene, &set, &|_| std::ops::ControlFlow::Continue(())).unwrap();
                let e = t.elapsed().as_secs_f64() * 1e3;
                let e2 = e - r.times.of(footpath::ground::Stage::Sheets).as_secs_f64() * 1e3;
                if e2 < best[1] {
                    best[1] = e2;
                    rep = Some((r, w));
                }
            }
            let (r, w) = rep.unwrap();
            let floors: usize = w.tiles().map(|(_, t)| t.floors().len()).sum();
            let fb: usize = w.tiles().map(|(_, t)| t.floor_bytes()).sum();
            print!(
                "{name}@{cs}: rerecast {:.1} ours {:.1} ratio {:.2} floors {floors} spans {spans} B/floor {:.1} |",
                best[0],
                best[1],
                best[0] / best[1],
                fb as f64 / floors as f64
            );
            for s in footpath::ground::Stage::ALL {
                print!(" {} {:.2}", s.name(), r.times.of(s).as_secs_f64() * 1e3);
            }
            println!();
        }
    }
}
