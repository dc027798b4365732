use super::*;
use crate::draw::Colour;

const RED: Colour = Colour::rgb(200, 30, 30);
const BLUE: Colour = Colour::rgb(30, 30, 200);

fn plain() -> Style {
    Style { scale_bar: false, edges: false, shadows: false, background: Colour::WHITE, ..Default::default() }
}

fn decode(bytes: &[u8]) -> Image {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let mut buffer = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut buffer).unwrap();
    assert_eq!(info.color_type, png::ColorType::Rgb);
    let pixels = buffer.chunks_exact(3).map(|p| [p[0], p[1], p[2]]).collect();
    Image { width: info.width as usize, height: info.height as usize, pixels }
}

fn big_triangle(height: f32) -> [[f32; 3]; 3] {
    [[0.0, height, 0.0], [4.0, height, 0.0], [0.0, height, 4.0]]
}

fn pixel(drawing: &Drawing, x: usize, y: usize) -> [u8; 3] {
    let image = decode(&drawing.png(&View::plan().size(100, 100).margin(10.0), &plain()).unwrap());
    assert_eq!((image.width, image.height), (100, 100));
    image.pixels[y * 100 + x]
}

#[test]
fn the_nearer_triangle_is_seen_in_any_order() {
    for red_first in [true, false] {
        let mut drawing = Drawing::new();
        let layer = drawing.layer("a");
        let mut both = [(big_triangle(1.0), RED), (big_triangle(0.0), BLUE)];
        if !red_first {
            both.reverse();
        }
        for (points, colour) in both {
            layer.triangle(points, colour);
        }
        assert_eq!(pixel(&drawing, 30, 30), [200, 30, 30]);
        assert_eq!(pixel(&drawing, 85, 85), [255, 255, 255]);
    }
}

#[test]
fn translucent_triangles_mix_with_what_is_behind_and_hide_behind_what_is_before() {
    let mut drawing = Drawing::new();
    drawing
        .layer("a")
        .triangle(big_triangle(1.0), Colour::rgb(255, 0, 0).with_alpha(102))
        .triangle(big_triangle(0.0), BLUE);
    assert_eq!(pixel(&drawing, 30, 30), [120, 18, 120]);
    drawing.layer("a").triangle(big_triangle(2.0), RED);
    assert_eq!(pixel(&drawing, 30, 30), [200, 30, 30]);
}

#[test]
fn lines_lie_on_surfaces_and_overlays_over_everything() {
    let mut drawing = Drawing::new();
    drawing.layer("floor").triangle(big_triangle(0.0), BLUE);
    let layer = drawing.layer("line");
    layer.line_width = 6.0;
    layer.line([0.5, 0.0, 1.0], [2.5, 0.0, 1.0], RED);
    assert_eq!(pixel(&drawing, 40, 30), [200, 30, 30]);
    drawing.layer("roof").triangle(big_triangle(3.0), BLUE);
    assert_eq!(pixel(&drawing, 40, 30), [30, 30, 200]);
    drawing.layer("line").overlay = true;
    assert_eq!(pixel(&drawing, 40, 30), [200, 30, 30]);
}

#[test]
fn a_wall_without_thickness_shows_in_plan() {
    let mut drawing = Drawing::new();
    drawing.layer("wall").quad([[0.0, 0.0, 2.0], [4.0, 0.0, 2.0], [4.0, 3.0, 2.0], [0.0, 3.0, 2.0]], BLUE);
    let row = (45..55).map(|y| pixel(&drawing, 50, y)).min_by_key(|p| p[0]).unwrap();
    assert!(row[0] < 200, "{row:?}");
}

#[test]
fn a_roof_casts_its_shadow_to_the_north_east() {
    let mut drawing = Drawing::new();
    let tile = |low: f32, high: f32, y: f32| [[low, y, low], [low, y, high], [high, y, high], [high, y, low]];
    drawing.layer("floor").quad(tile(0.0, 8.0, 0.0), Colour::WHITE);
    drawing.layer("roof").quad(tile(3.0, 5.0, 2.0), RED);
    let style = Style { shadows: true, ..plain() };
    let image = decode(&drawing.png(&View::plan().size(80, 80).margin(0.0), &style).unwrap());
    let at = |x: f64, z: f64| image.pixels[(z * 10.0) as usize * 80 + (x * 10.0) as usize];
    assert_eq!(at(2.5, 5.5), [255; 3], "towards the sun");
    assert!(at(5.5, 2.5)[0] < 200, "away from the sun");
    assert_eq!(at(4.0, 4.0), [200, 30, 30], "on the roof itself");
    assert_eq!(at(7.5, 0.5), [255; 3], "beyond the shadow");
}

#[test]
fn the_same_drawing_gives_the_same_bytes_for_any_number_of_threads() {
    let mut drawing = Drawing::new();
    for i in 0..40 {
        let at = i as f32 * 0.37;
        drawing.layer("boxes").cuboid(
            [at, 0.0, at % 3.0],
            [at + 1.0, 1.0 + at % 2.0, at % 3.0 + 1.0],
            Colour::of_index(i),
        );
    }
    drawing.layer("words").label([1.0, 1.0, 1.0], "Größe 3 m²", Colour::BLACK);
    let render = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| drawing.png(&View::axonometric(0.7, 0.5).size(160, 170), &Style::default()).unwrap())
    };
    let first = render(1);
    assert!((1..=3).all(|threads| render(threads) == first));
}

#[test]
fn nothing_odd_panics() {
    let mut drawing = Drawing::new();
    let view = View::plan().size(30, 20);
    let blank = decode(&drawing.png(&view, &plain()).unwrap());
    assert!(blank.pixels.iter().all(|&p| p == [255; 3]));
    assert!(matches!(drawing.png(&View::plan().size(0, 9), &plain()), Err(DrawError::NoPixels { .. })));
    assert!(matches!(drawing.png(&View::plan().size(60_000, 60_000), &plain()), Err(DrawError::TooLarge { .. })));

    let layer = drawing.layer("odd");
    layer.triangle([[f32::NAN; 3]; 3], RED).triangle([[1.0; 3]; 3], RED).line([1.0; 3], [1.0; 3], RED);
    layer.triangle([[f32::MAX, 0.0, 0.0], [f32::MIN, 0.0, 1.0], [0.0, f32::MAX, 0.0]], RED);
    layer.line([f32::MAX; 3], [f32::MIN; 3], RED).label([0.0; 3], "\u{0}\n\t€", RED);
    for view in [View::plan(), View::section([0.0, 0.0], [1.0, 0.0]), View::axonometric(0.3, 0.3)] {
        for view in [view.size(30, 20), view.size(1, 1).margin(1e9), view.heights(5.0, -5.0)] {
            drawing.png(&view, &Style::default()).unwrap();
            drawing.svg(&view, &Style::default()).unwrap();
        }
    }
    assert_eq!(drawing.not_finite(), 1);
}
