//! Reports: the page with its data inside, in one file to send to a colleague.
//!
//! In: a world, a body, what was asked and what came of it. Out: an HTML file that needs no server and no network. What it cannot
//! show any more (another question needs the engine) the page says.

use crate::ask::facts::facts;
use crate::ask::{Bounds, Ends, walk};
use crate::layers::{self, Look};
use crate::page::Assets;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use footpath::plan::Answer;
use footpath::route::Route;
use footpath::world::BakeReport;
use footpath::{Body, World};
use serde_json::{Map, Value, json};
use std::time::Duration;

/// Bytes of all layers; those that would exceed it are left out.
const MOST: usize = 48 << 20;

/// What a report is about.
#[derive(Clone, Debug)]
pub struct Report<'a> {
    /// Name of the scene.
    pub name: &'a str,
    /// The world, as the question found it.
    pub world: &'a World,
    /// Figures of its bake.
    pub baked: BakeReport,
    /// Time for reading the scene.
    pub reading: Duration,
    /// Who the layers are drawn for.
    pub body: &'a Body,
    /// What was asked, and what came of it.
    pub asked: Option<Asked>,
}

/// A question and its answers.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Where from, in metres.
    pub from: [f64; 3],
    /// Where to, in metres.
    pub to: Vec<[f64; 3]>,
    /// What came of it, by method.
    pub answers: Vec<Answer>,
    /// The route that a figure walks, if there is one.
    pub route: Option<Route>,
}

impl Report<'_> {
    /// The text of the file.
    pub fn html(&self, assets: &Assets) -> String {
        // Only this can end a script before its end.
        let closed = |text: &str| text.replace("</", "<\\/");
        let data = closed(&self.data().to_string());
        let data = format!("<script type=\"application/json\" id=\"footpath-data\">{data}</script>");
        let script = format!("{data}\n<script type=\"module\">{}</script>", closed(&assets.script));
        let style = format!("<style>{}</style>", assets.style);
        let page = replaced(&assets.index, "<link", "page.css", ">", &style);
        replaced(&page, "<script", "page.js", "</script>", &script)
    }

    fn data(&self) -> Value {
        let encode = |bytes: Vec<u8>| Value::String(STANDARD.encode(bytes));
        let asked = self.asked.as_ref();
        let look = Look {
            world: self.world,
            body: self.body.clone(),
            ends: asked.map(|asked| (asked.from, Ends::Points(asked.to.clone()))),
            around: asked.map_or_else(|| self.world.origin(), |asked| asked.from),
            bounds: &Bounds::none(),
        };
        let (mut kept, mut size) = (Map::new(), 0);
        for (name, drawn) in layers::all_drawn(&look) {
            let pack = drawn.pack().bytes();
            if size + pack.len() <= MOST {
                size += pack.len();
                kept.insert(name.to_owned(), encode(pack));
            }
        }
        let obstacles: Vec<_> = self.world.obstacles().filter_map(|id| self.world.obstacle_box(id)).collect();
        let walk = asked.and_then(|asked| walk::along(self.world, self.body, asked.route.as_ref()?).ok());
        json!({
            "facts": facts(self.name, self.world, &self.baked, self.reading, Vec::new()),
            "scene": encode(layers::scene(self.world).bytes()),
            "layers": kept,
            "from": asked.map(|asked| asked.from),
            "to": asked.and_then(|asked| asked.to.first()),
            "answers": asked.map_or(&[][..], |asked| &asked.answers),
            "walk": walk.map(|(bytes, figures)| json!({"glb": encode(bytes), "figures": figures})),
            "obstacles": obstacles,
            "body": {"name": self.body.name, "radius": self.body.radius, "height": self.body.height},
        })
    }
}

/// A text with the element that begins so, names this and ends so replaced; as it was if there is none.
fn replaced(text: &str, begin: &str, named: &str, end: &str, by: &str) -> String {
    let Some(at) = text.find(named) else { return text.to_owned() };
    let (Some(from), Some(to)) = (text[..at].rfind(begin), text[at..].find(end)) else { return text.to_owned() };
    format!("{}{by}{}", &text[..from], &text[at + to + end.len()..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use footpath::{Bake, Scene};

    #[test]
    fn a_report_is_one_file_that_nothing_in_it_can_end_early() {
        let world = World::bake(&Scene::built_in("stairs").expect("built in"), &Bake::default()).expect("it bakes");
        let (start, goal) = (world.place("start").expect("a place"), world.place("goal").expect("a place"));
        let body = Body::adult();
        let found = world.plan(&footpath::plan::Query::new(&body, start, goal));
        let answers = vec![Answer::of(&found, "auto", Duration::ZERO)];
        let asked = Some(Asked { from: start, to: vec![goal], answers, route: found.ok() });
        let (baked, reading) = (BakeReport::default(), Duration::ZERO);
        let report = Report { name: "</script><b>", world: &world, baked, reading, body: &body, asked };
        let page =
            "<head><link rel=\"stylesheet\" href=\"/page.css\"></head><body><script src=\"/page.js\"></script></body>";
        let assets = Assets { index: page.into(), script: "let a = '</script>';".into(), style: "p {}".into() };
        let html = report.html(&assets);
        assert!(html.starts_with("<head><style>p {}</style></head><body><script type=\"application/json\""));
        assert!(!html.contains("/page.js") && !html.contains("/page.css"));
        assert_eq!(html.matches("</script>").count(), 2);
        let data = html.split("id=\"footpath-data\">").nth(1).and_then(|rest| rest.split("</script>").next());
        let data: Value = serde_json::from_str(data.expect("data")).expect("JSON");
        assert_eq!(data["answers"][0]["found"], true);
        assert_eq!(data["body"]["radius"], body.radius);
        let walk = STANDARD.decode(data["walk"]["glb"].as_str().expect("a walk")).expect("base64");
        assert!(walk.starts_with(b"glTF") && data["walk"]["figures"][0]["seconds"].as_f64() > Some(5.0));
        assert!(data["layers"].as_object().is_some_and(|layers| layers.len() > 10 && layers.contains_key("front")));
    }
}
