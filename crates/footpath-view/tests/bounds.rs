//! Questions end: when their time is over, when the page takes them back, and when there are too many.

mod common;

use common::{inspector, serve};
use footpath_view::Limits;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::time::Duration;

/// A question across the house, whose first answer takes a while.
fn across(id: u64, facts: &Value) -> Value {
    let place = |name: &str| {
        let all = facts["places"].as_array().expect("places");
        all.iter().find(|place| place["name"] == name).expect("a place of the house")["at"].clone()
    };
    json!({"id": id, "do": "plan", "from": place("start"), "to": [place("goal")]})
}

#[test]
fn what_takes_too_long_is_stopped_and_said_so() {
    let none = Duration::ZERO;
    let client = serve(Limits { question: none, drawing: none, ..Limits::default() }, Vec::new());
    let (session, state) = client.open(&json!({"scene": "house"}));
    let mut socket = client.socket(&session);
    let mut plan = across(1, &state["facts"]);
    let late = |message: &Value| message.as_str().is_some_and(|text| text.contains("longer than 0 s"));
    // Each method says so; or the server does for them, where even stopping takes long.
    let reply = socket.ask(&plan);
    match reply["ok"]["answers"].as_array() {
        Some(answers) => {
            assert_eq!(answers.len(), 3);
            assert!(answers.iter().all(|answer| answer["why"]["kind"] == "budget"), "{reply}");
            assert!(answers.iter().all(|answer| late(&answer["why"]["message"])), "{reply}");
        }
        None => assert!(late(&reply["error"]["message"]), "{reply}"),
    }
    // The socket goes on. What takes no search is not stopped half way.
    let picked = socket.ask(&json!({"id": 2, "do": "pick", "at": plan["from"]}));
    assert!(picked["ok"]["region"].is_u64() || late(&picked["error"]["message"]), "{picked}");
    let (from, to) = (plan["from"].take(), plan["to"].take());
    let ask = json!({"from": from, "to": to});
    for path in ["front", "layers/front"] {
        let reply = client.post(&format!("/api/sessions/{session}/{path}"), &ask);
        assert!(reply.status == 503 && late(&json!(reply.message())), "{path}: {}", reply.status);
    }
    let walk = json!({"walkers": [{"from": from, "to": to[0]}]});
    assert!(late(&json!(client.post(&format!("/api/sessions/{session}/walk"), &walk).message())));
}

#[test]
fn a_question_is_taken_back() {
    let client = inspector();
    let (session, state) = client.open(&json!({"scene": "house"}));
    let mut socket = client.socket(&session);
    let _ready = socket.hear();
    socket.say(&across(1, &state["facts"]).to_string());
    socket.say(&across(2, &state["facts"]).to_string());
    socket.say(&json!({"id": 3, "do": "stop", "question": 1}).to_string());
    socket.say(&json!({"id": 4, "do": "stop", "question": 99}).to_string());
    let heard: Vec<Value> = (0..4).map(|_| socket.hear()).collect();
    let of = |id: u64| heard.iter().find(|answer| answer["id"] == id).expect("every question is answered");
    assert!(of(1)["error"]["message"].as_str().is_some_and(|message| message.contains("taken back")), "{}", of(1));
    assert_eq!((&of(3)["ok"]["stopped"], &of(4)["ok"]["stopped"]), (&json!(true), &json!(false)));
    assert!(of(2)["ok"]["answers"][0]["found"] == true, "{}", of(2));
}

#[test]
fn a_flood_of_questions_is_answered_and_does_not_pile_up() {
    let client = inspector();
    let (session, state) = client.open(&json!({"scene": "house"}));
    let mut socket = client.socket(&session);
    let _ready = socket.hear();
    (1..=200).for_each(|id| socket.say(&across(id, &state["facts"]).to_string()));
    let heard: Vec<Value> = (1..=200).map(|_| socket.hear()).collect();
    let ids: BTreeSet<u64> = heard.iter().filter_map(|answer| answer["id"].as_u64()).collect();
    assert_eq!(ids.len(), 200);
    assert!(
        heard.iter().any(|answer| answer["error"]["message"].as_str().is_some_and(|text| text.contains("too many")))
    );
    // A page that leaves with questions open takes nobody's place.
    (1..=50).for_each(|id| socket.say(&across(id, &state["facts"]).to_string()));
    drop(socket);
    let mut other = client.socket(&session);
    assert!(other.ask(&across(1, &state["facts"]))["ok"]["answers"][0]["found"] == true);
}

#[test]
fn a_page_that_cannot_wait_hears_what_is_late_and_gets_the_same_answers_when_it_can() {
    let client = inspector();
    let (session, state) = client.open(&json!({"scene": "house"}));
    let mut socket = client.socket(&session);
    let asked = |id: u64, within: Option<u64>| {
        let mut plan = across(id, &state["facts"]);
        within.iter().for_each(|&within| plan["within"] = json!(within));
        plan
    };
    let late = socket.ask(&asked(1, Some(0)));
    assert_eq!(late["ok"], json!({"answers": [], "late": ["cells", "levels", "bitmap"]}));
    // The next question is answered although what was late may still end, and exactly as if nobody had been in a hurry.
    let routes = |reply: &Value| -> Vec<Value> {
        assert_eq!(reply["ok"]["late"], json!([]), "{reply}");
        reply["ok"]["answers"].as_array().expect("answers").iter().map(|answer| answer["points"].clone()).collect()
    };
    let exact = routes(&socket.ask(&asked(2, None)));
    assert!(exact.len() == 3 && exact.iter().all(Value::is_array));
    assert_eq!(routes(&socket.ask(&asked(3, Some(600_000)))), exact);
}

#[test]
fn who_is_in_a_hurry_hears_a_no_without_its_reason() {
    let client = inspector();
    let (session, state) = client.open(&json!({"scene": "house"}));
    let mut socket = client.socket(&session);
    let mut plan = across(1, &state["facts"]);
    // Too wide for any door of the house.
    plan["with"] = json!({"body": "based_on = \"adult\"\nradius = 0.6\n"});
    let why = |reply: &Value| reply["ok"]["answers"][0]["why"].clone();
    let no = why(&socket.ask(&plan));
    assert!(no["needs"].is_number(), "{no}");
    (plan["id"], plan["within"]) = (json!(2), json!(600_000));
    let short = why(&socket.ask(&plan));
    assert!(short["kind"] == "disconnected" && short["needs"].is_null(), "{short}");
}
