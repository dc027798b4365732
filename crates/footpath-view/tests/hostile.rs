//! Requests that nobody means well with: an answer, and no harm.

mod common;

use common::{inspector, serve};
use footpath_view::Limits;
use serde_json::json;
use std::io::Write;
use std::net::TcpStream;

#[test]
fn nothing_outside_the_folders_is_read() {
    let folder = std::env::temp_dir().join(format!("footpath-view-{}", std::process::id()));
    let (inside, outside) = (folder.join("models"), folder.join("secret.obj"));
    std::fs::create_dir_all(&inside).expect("a folder");
    let triangle = "o floor\nv 0 0 0\nv 0 0 4\nv 4 0 4\nf 1 2 3\n";
    std::fs::write(&outside, triangle).expect("a file");
    std::fs::write(inside.join("good.obj"), triangle).expect("a file");
    #[cfg(unix)]
    std::os::unix::fs::symlink(&outside, inside.join("link.obj")).expect("a link");
    let client = serve(Limits::default(), vec![inside.clone()]);
    let files = client.get("/api/scenes").json()["files"].clone();
    assert_eq!(files.as_array().map(Vec::len), Some(1));
    assert_eq!(client.open(&json!({"scene": "models/good.obj"})).1["state"], "ready");
    let absolute = outside.display().to_string();
    for name in ["models/../secret.obj", "../secret.obj", "models/link.obj", &absolute, "/etc/passwd", "models", ""] {
        let (_, state) = client.open(&json!({"scene": name}));
        assert_eq!(state["state"], "failed", "{name}");
    }
    for path in ["/../Cargo.toml", "/..%2f..%2fetc/passwd", "/page.js/../../Cargo.toml"] {
        assert_eq!(client.get(path).status, 404, "{path}");
    }
    std::fs::remove_dir_all(&folder).expect("it was made here");
}

#[test]
fn pages_from_elsewhere_are_refused() {
    let client = inspector();
    let host = client.address;
    let ask = |headers: &str| {
        let text = format!("GET /api/scenes HTTP/1.1\r\n{headers}connection: close\r\n\r\n");
        client.raw(text.as_bytes()).expect("an answer").status
    };
    assert_eq!(ask(&format!("host: {host}\r\n")), 200);
    assert_eq!(ask(&format!("host: localhost:{}\r\n", host.port())), 200);
    assert_eq!(ask("host: evil.example\r\n"), 403);
    assert_eq!(ask("host: 127.0.0.1.evil.example\r\n"), 403);
    assert_eq!(ask(&format!("host: {host}\r\norigin: http://{host}\r\n")), 200);
    assert_eq!(ask(&format!("host: {host}\r\norigin: http://evil.example\r\n")), 403);
    assert_eq!(ask(&format!("host: {host}\r\norigin: null\r\n")), 403);
}

#[test]
fn no_page_shows_this_one_in_a_frame() {
    let client = inspector();
    for path in ["/", "/api/scenes", "/nothing"] {
        let head = client.get(path).head.to_ascii_lowercase();
        assert!(head.contains("x-frame-options: deny"), "{path}: {head}");
        assert!(head.contains("content-security-policy: frame-ancestors 'none'"), "{path}: {head}");
    }
}

#[test]
fn questions_say_that_they_are_json() {
    let client = inspector();
    let ask = |path: &str, kind: &str| {
        let body = "{\"scene\":\"stairs\"}";
        let head = format!("POST {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n{kind}", client.address);
        let text = format!("{head}content-length: {}\r\n\r\n{body}", body.len());
        client.raw(text.as_bytes()).expect("an answer").status
    };
    assert_eq!(ask("/api/sessions", "content-type: application/json; charset=utf-8\r\n"), 202);
    for kind in ["", "content-type: text/plain\r\n", "content-type: application/x-www-form-urlencoded\r\n"] {
        assert_eq!(ask("/api/sessions", kind), 415, "{kind}");
    }
    assert_eq!(ask("/api/uploads?name=a.obj", "content-type: multipart/form-data\r\n"), 415);
}

#[test]
fn idle_connections_make_room_for_new_ones() {
    let client = inspector();
    let idle: Vec<TcpStream> = (0..500).map_while(|_| TcpStream::connect(client.address).ok()).collect();
    assert!(idle.len() > 300);
    let begun = std::time::Instant::now();
    for _ in 0..5 {
        assert_eq!(client.get("/api/scenes").status, 200);
    }
    assert!(begun.elapsed().as_secs() < 30, "idle connections end after a minute, and these were not waited for");
}

#[test]
fn bad_questions_get_a_sentence() {
    let client = inspector();
    let (session, _) = client.open(&json!({"scene": "stairs"}));
    let mut socket = client.socket(&session);
    let _ready = socket.hear();
    let bad = [
        "{",
        "[]",
        "17",
        "{\"id\":1}",
        "{\"id\":1,\"do\":\"fly\"}",
        "{\"id\":1,\"do\":\"plan\",\"from\":[1,2],\"to\":[[0,0,0]]}",
        "{\"id\":1,\"do\":\"plan\",\"from\":[1e999,0,0],\"to\":[[0,0,0]]}",
        "{\"id\":1,\"do\":\"plan\",\"from\":[NaN,0,0],\"to\":[]}",
        "{\"id\":1,\"do\":\"plan\",\"from\":[0,0,0],\"to\":[]}",
        "{\"id\":1,\"do\":\"pick\",\"at\":[1e300,0,0]}",
        "{\"id\":1,\"do\":\"plan\",\"from\":[0,0,0],\"to\":[[1,0,1]],\"methods\":[\"magic\"]}",
        "{\"id\":1,\"do\":\"plan\",\"from\":[0,0,0],\"to\":[[1,0,1]],\"with\":{\"body\":\"height = nan\"}}",
        "{\"id\":1,\"do\":\"plan\",\"from\":[0,0,0],\"to\":[[1,0,1]],\"with\":{\"body\":\"wings = 2\"}}",
        "{\"id\":1,\"do\":\"add\",\"obstacle\":{\"box\":[[0,0,0],[1e12,1,1]]}}",
        "{\"id\":1,\"do\":\"add\",\"obstacle\":{\"box\":[[0,0,0],[0,0,0]]}}",
        "{\"id\":1,\"do\":\"add\",\"obstacle\":{\"disc\":{\"foot\":[0,0,0],\"radius\":-1,\"height\":1}}}",
        "{\"id\":1,\"do\":\"remove\",\"obstacle\":99}",
        "{\"id\":1,\"do\":\"move\",\"obstacle\":99,\"to\":{\"box\":[[0,0,0],[1,1,1]]}}",
    ];
    for text in bad {
        socket.say(text);
        let heard = socket.hear();
        assert!(heard["error"]["message"].as_str().is_some_and(|message| message.len() > 8), "{text}: {heard}");
    }
    // It still answers.
    assert!(socket.ask(&json!({"id": 2, "do": "pick", "at": [1.0, 0.0, 1.0]})).get("ok").is_some());
    for wanted in [json!({"scene": "house", "cell_size": -1}), json!({"scene": "house", "cell_size": 1e-9})] {
        let (_, state) = client.open(&wanted);
        assert_eq!(state["state"], "failed", "{wanted}");
    }
    assert_eq!(client.post("/api/sessions", &json!({"scene": "house", "wings": 2})).status, 400);
    let walk = |body| client.post(&format!("/api/sessions/{session}/walk"), &body).status;
    assert_eq!(walk(json!({"walkers": []})), 400);
    let pair = json!({"from": [0, 0, 0], "to": [1, 0, 1]});
    assert_eq!(walk(json!({"walkers": vec![pair.clone(); 100]})), 400);
    assert_eq!(walk(json!({"walkers": [pair], "speed": 1e9})), 400);
}

#[test]
fn what_is_too_large_is_refused() {
    let client = serve(Limits { upload: 1000, sessions: 2, obstacles: 1, ..Limits::default() }, Vec::new());
    let large = vec![b'x'; 2000];
    assert_eq!(client.send("POST", "/api/uploads?name=a.obj", &large).status, 413);
    assert_eq!(client.send("POST", "/api/uploads?name=a.exe", b"MZ").status, 400);
    assert_eq!(client.send("POST", "/api/sessions", &vec![b' '; 2 << 20]).status, 413);
    let scene = client.send("POST", "/api/uploads?name=..%2F..%2Fbad.glb", b"glTF rubbish").json()["scene"].clone();
    let (_, state) = client.open(&json!({"scene": scene}));
    assert_eq!(state["state"], "failed");
    assert!(state["message"].as_str().is_some_and(|message| message.contains("bad.glb")));
    let (session, _) = client.open(&json!({"scene": "stairs"}));
    assert_eq!(client.post("/api/sessions", &json!({"scene": "house"})).status, 503);
    let mut socket = client.socket(&session);
    let _ready = socket.hear();
    let block = json!({"id": 1, "do": "add", "obstacle": {"box": [[1, 0, 1], [2, 1, 2]]}});
    assert!(socket.ask(&block).get("ok").is_some());
    assert!(socket.ask(&block).get("error").is_some());
}

#[test]
fn a_thousand_sockets_hurt_nobody() {
    let client = inspector();
    let mut held = Vec::new();
    // As many as the system lets this process have; each says half a request and waits.
    for _ in 0..1000 {
        let Ok(mut stream) = TcpStream::connect(client.address) else { break };
        let _sent = stream.write_all(b"GET / HTTP/1.1\r\nhost:");
        held.push(stream);
    }
    assert!(held.len() > 200);
    drop(held);
    // Places are free again as soon as the system has told that the others are gone.
    let begun = std::time::Instant::now();
    loop {
        let text = format!("GET / HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", client.address);
        match client.raw(text.as_bytes()) {
            Some(reply) => break assert_eq!(reply.status, 200),
            None => assert!(begun.elapsed().as_secs() < 30, "nobody is served any more"),
        }
    }
}
