//! The interface as a page uses it, and its description.

mod common;

use common::{Reply, header, inspector};
use serde_json::{Value, json};

fn place(facts: &Value, name: &str) -> Value {
    let places = facts["places"].as_array().expect("places");
    places.iter().find(|place| place["name"] == name).expect("a place of the house")["at"].clone()
}

#[test]
fn a_page_bakes_plans_edits_and_walks() {
    let client = inspector();
    assert!(client.get("/").head.contains("text/html"));
    assert!(client.get("/api/scenes").json()["built_in"].as_array().is_some_and(|all| all.len() >= 10));
    let (session, state) = client.open(&json!({"scene": "house"}));
    let facts = &state["facts"];
    assert_eq!(state["state"], "ready");
    let (start, goal) = (place(facts, "start"), place(facts, "goal"));
    let mut socket = client.socket(&session);
    assert_eq!(socket.hear(), json!({"event": "ready"}));

    // Every method finds its way, and says what it took.
    let plan = json!({"id": 1, "do": "plan", "from": start, "to": [goal]});
    let answers = socket.ask(&plan)["ok"]["answers"].as_array().expect("answers").clone();
    assert_eq!(answers.len(), 3);
    let levels = answers.iter().find(|answer| answer["method"] == "levels").expect("asked for");
    assert!(levels["found"] == true && levels["length"].as_f64().is_some_and(|length| length > 20.0));

    // A wall across the hall is told of at its place; taken away again, the way is as it was.
    let wall = json!({"id": 2, "do": "add", "obstacle": {"box": [[-3.0, -0.2, -3.0], [15.0, 2.2, -2.8]]}});
    let added = socket.ask(&wall);
    let number = added["ok"]["obstacle"].clone();
    assert_eq!(added["ok"]["revision"], 1);
    assert_eq!(socket.hear(), json!({"event": "changed", "revision": 1}));
    let moved =
        json!({"id": 3, "do": "move", "obstacle": number, "to": {"box": [[-3.0, 0.5, -3.0], [15.0, 2.2, -2.8]]}});
    assert_eq!(socket.ask(&moved)["ok"]["obstacle"], number);
    assert!(socket.ask(&json!({"id": 4, "do": "remove", "obstacle": number}))["ok"]["revision"] == 3);
    let again = socket.ask(&plan)["ok"]["answers"].clone();
    assert_eq!(again[0]["points"], answers[0]["points"]);

    // A giant is refused, with a reason.
    let giant = json!({"body": "height = 2.6\nbent_height = 2.5\ncrawling_height = 2.4"});
    let no =
        socket.ask(&json!({"id": 5, "do": "plan", "from": start, "to": [goal], "with": giant, "methods": ["cells"]}));
    assert_eq!(no["ok"]["answers"][0]["found"], false);
    assert!(no["ok"]["answers"][0]["why"]["message"].is_string());

    // What is known of a floor.
    let known = socket.ask(&json!({"id": 6, "do": "pick", "at": start}))["ok"].clone();
    assert!(known["links"].as_array().is_some_and(|links| !links.is_empty()) && known["region"].is_u64());

    // A figure walks it.
    let walk =
        client.post(&format!("/api/sessions/{session}/walk"), &json!({"walkers": [{"from": start, "to": goal}]}));
    assert!(walk.status == 200 && walk.body.starts_with(b"glTF"));
    assert!(walk.head.contains("x-footpath-figures: [{"));
    // One who is on no floor stays, and it is said who and why; where nobody has a way there is nothing to see.
    let lost = json!({"from": start, "to": [start[0].as_f64().expect("a number"), 60.0, 0.0]});
    let walkers = json!({"walkers": [lost, {"from": start, "to": goal}]});
    let walk = client.post(&format!("/api/sessions/{session}/walk"), &walkers);
    assert!(walk.status == 200 && walk.body.starts_with(b"glTF"));
    let figures = walk.head.lines().find_map(|line| line.strip_prefix("x-footpath-figures: ")).expect("figures");
    let figures: Value = serde_json::from_str(figures).expect("JSON");
    assert_eq!(figures[0]["why"]["kind"], "goal_off_map");
    assert!(figures[1]["seconds"].as_f64().is_some_and(|seconds| seconds > 5.0));
    let nobody = client.post(&format!("/api/sessions/{session}/walk"), &json!({"walkers": [lost]}));
    assert_eq!((nobody.status, nobody.json()["answer"]["found"].clone()), (409, json!(false)));
    let export = client.post(&format!("/api/sessions/{session}/export.glb"), &json!({"layers": ["floors"]}));
    assert!(export.body.starts_with(b"glTF"));
    // The route on top of it is more of the same.
    let way = json!({"layers": ["floors"], "from": start, "to": [goal], "method": "levels"});
    let with_route = client.post(&format!("/api/sessions/{session}/export.glb"), &way);
    assert!(with_route.body.starts_with(b"glTF") && with_route.body.len() > export.body.len());
    let nonsense = json!({"from": start, "to": [goal], "method": "guess"});
    assert_eq!(client.post(&format!("/api/sessions/{session}/export.glb"), &nonsense).status, 400);
    assert_eq!(client.send("DELETE", &format!("/api/sessions/{session}"), b"").status, 204);
    assert_eq!(client.get(&format!("/api/sessions/{session}")).status, 404);
}

#[test]
fn every_layer_of_the_house_is_drawn_with_a_legend() {
    let client = inspector();
    let (session, state) = client.open(&json!({"scene": "house"}));
    let facts = &state["facts"];
    let ask = json!({"from": place(facts, "start"), "to": [place(facts, "goal")]});
    let layers = facts["layers"].as_array().expect("layers");
    assert!(layers.len() >= 15);
    for layer in layers {
        let name = layer["name"].as_str().expect("a name");
        let reply = client.post(&format!("/api/sessions/{session}/layers/{name}"), &ask);
        assert_eq!(reply.status, 200, "{name}");
        let head = header(&reply.body);
        let drawn: u64 = head["layers"]
            .as_array()
            .expect("layers")
            .iter()
            .map(|layer| layer["triangles"].as_u64().unwrap_or(0) + layer["lines"].as_u64().unwrap_or(0))
            .sum();
        assert!(drawn > 100, "{name} draws {drawn} things");
        assert!(head["legend"].as_array().is_some_and(|legend| !legend.is_empty()), "{name} has no legend");
    }
    let scene = client.get(&format!("/api/sessions/{session}/scene"));
    let head = header(&scene.body);
    assert_eq!(head["layers"][0]["triangles"], head["arrays"]["objects"]["count"]);
    let front = client.post(&format!("/api/sessions/{session}/front"), &ask);
    let head = header(&front.body);
    assert_eq!(head["arrays"]["points"]["count"].as_u64(), head["arrays"]["costs"]["count"].as_u64().map(|n| 3 * n));
}

/// Every answer that a description promises, and no path without one.
#[test]
fn the_description_names_every_path() {
    let client = inspector();
    let described = client.get("/api/openapi.json").json();
    let paths = described["paths"].as_object().expect("paths");
    let source = include_str!("../src/http/mod.rs");
    let routes = source.split(".route(\"").skip(1).filter_map(|rest| rest.split('"').next());
    let routes: Vec<&str> = routes.filter(|path| path.starts_with("/api")).collect();
    assert_eq!(routes.len(), paths.len());
    assert!(routes.iter().all(|route| paths.contains_key(*route)));
    for (path, operations) in paths {
        for (method, operation) in operations.as_object().expect("operations") {
            if operation["requestBody"]["content"].get("application/json").is_none() {
                continue;
            }
            // Broken JSON is refused as described, whatever the session.
            let Reply { status, body, .. } =
                client.send(&method.to_uppercase(), &path.replace("{session}", "none"), b"{");
            let told: Value = serde_json::from_slice(&body).expect("an error in JSON");
            assert!(operation["responses"].get(status.to_string()).is_some(), "{path} answers {status}");
            assert!(told["error"]["message"].is_string());
        }
    }
}
