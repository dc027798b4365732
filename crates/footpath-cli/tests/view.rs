//! `footpath view` and `--report`: what is refused, what is served, what a report has inside. A browser looks at both in `web/tests`.

#![allow(clippy::unwrap_used)]

mod common;

use common::Folder;
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Stdio;

/// Whether the page is built here, or can be; without, there is nothing to serve and no report.
fn has_page(folder: &Folder) -> bool {
    let run = folder.run(&["bake", "stairs", "--report", "probe.html"]);
    let built = !run.log.contains("Node.js");
    if !built {
        eprintln!("left out: the page is not built, and Node.js is not there to build it");
    }
    built
}

#[test]
fn help_names_every_flag() {
    let help = Folder::new("view-help").run(&["view", "--help"]).well().out;
    for flag in ["--port", "--host", "--folder", "--memory-limit", "--no-browser", "SCENE|WORLD"] {
        assert!(help.contains(flag), "{flag}\n{help}");
    }
}

#[test]
fn what_cannot_be_opened_is_refused_before_anything_listens() {
    let folder = Folder::new("view-refused");
    folder.write("notes.txt", "no folder");
    folder.run(&["view", "castle"]).refused(&["castle", "no such file", "footpath scenes"]);
    folder.run(&["view", "missing.glb"]).refused(&["missing.glb", "no such file"]);
    folder.run(&["view", "--folder", "nowhere"]).refused(&["--folder nowhere", "no such folder"]);
    folder.run(&["view", "--folder", "notes.txt"]).refused(&["--folder notes.txt", "no such folder"]);
    folder.run(&["view", "--host", "localhost:80"]).refused(&["--host", "localhost:80"]);
    folder.run(&["view", "--port", "70000"]).refused(&["--port", "70000"]);
    folder.run(&["view", "--memory-limit", "0"]).refused(&["--memory-limit"]);
}

#[test]
fn a_port_or_host_that_cannot_be_had_is_said() {
    let folder = Folder::new("view-port");
    if !has_page(&folder) {
        return;
    }
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    folder.run(&["view", "--no-browser", "--port", &port]).refused(&["cannot listen on 127.0.0.1", &port, "--port"]);
    // An address for documentation, which no machine has.
    folder.run(&["view", "--no-browser", "--host", "192.0.2.1"]).refused(&["cannot listen on 192.0.2.1"]);
}

#[test]
fn the_page_is_served_where_the_command_says() {
    let folder = Folder::new("view-served");
    if !has_page(&folder) {
        return;
    }
    let mut command = folder.command(&["view", "stairs", "--no-browser"]);
    let mut server = command.stderr(Stdio::piped()).spawn().unwrap();
    let said = BufReader::new(server.stderr.take().unwrap()).lines().map_while(Result::ok);
    let address = said.filter_map(|line| Some(line.split_once("http://")?.1.split(';').next()?.to_owned())).next();
    let get = |path: &str| {
        let address = address.as_deref().expect("it says where it listens");
        let mut stream = TcpStream::connect(address).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n").unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        text
    };
    let (page, scenes) = (get("/"), get("/api/scenes"));
    server.kill().unwrap();
    server.wait().unwrap();
    assert!(page.contains("<title>Footpath</title>"), "{page}");
    assert!(scenes.contains("\"opened\":\"stairs\""), "{scenes}");
}

/// The data of a report, which must need nothing from outside.
fn inside(folder: &Folder, file: &str) -> Value {
    let text = String::from_utf8(folder.read(file)).unwrap();
    for outside in ["src=\"", "<link rel=\"stylesheet\""] {
        assert!(!text.contains(outside), "{outside}");
    }
    let data = text.split("id=\"footpath-data\">").nth(1).and_then(|rest| rest.split("</script>").next());
    serde_json::from_str(data.expect("data")).unwrap()
}

#[test]
fn reports_have_scene_layers_route_and_walk_inside() {
    let folder = Folder::new("view-report");
    if !has_page(&folder) {
        return;
    }
    let probe = inside(&folder, "probe.html");
    assert!(probe["scene"].is_string() && probe["layers"]["floors"].is_string());
    assert!(probe["answers"].as_array().is_some_and(Vec::is_empty) && probe["walk"].is_null());
    folder.run(&["plan", "stairs", "--from", "start", "--to", "goal", "--report", "way.html"]).well();
    let way = inside(&folder, "way.html");
    assert_eq!(way["answers"][0]["found"], true);
    assert!(way["from"].is_array() && way["to"].is_array() && way["layers"]["front"].is_string());
    assert!(way["walk"]["glb"].is_string() && way["walk"]["figures"][0]["seconds"].as_f64() > Some(1.0));
    // A refusal is shown as well; nobody walks.
    let no = folder.run(&[
        "plan",
        "stairs",
        "--from",
        "start",
        "--to",
        "goal",
        "--body",
        "wheelchair",
        "--report",
        "no.html",
    ]);
    assert_eq!(no.code, Some(1), "{}", no.log);
    let no = inside(&folder, "no.html");
    assert!(no["answers"][0]["why"]["message"].is_string() && no["walk"].is_null());
    folder
        .run(&["plan", "stairs", "--from", "start", "--to", "goal", "--report", "way.pdf"])
        .refused(&["way.pdf", "html"]);
}
