//! An inspector of its own for each test, and a small client.

#![allow(dead_code)]

use footpath_view::{Assets, Limits, Options, bind};
use serde_json::Value;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

/// An answer: status, head, body.
pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("an answer in JSON")
    }

    /// The sentence of a refusal.
    pub fn message(&self) -> String {
        self.json()["error"]["message"].as_str().expect("a refusal has a message").to_owned()
    }
}

#[derive(Clone, Copy)]
pub struct Client {
    pub address: SocketAddr,
}

pub fn serve(limits: Limits, folders: Vec<PathBuf>) -> Client {
    let page = |text: &'static str| text.into();
    let assets = Assets { index: page("<p>page</p>"), script: page("1"), style: page("p {}") };
    let server = bind(Options { limits, folders, ..Options::default() }, assets).expect("a free port");
    let address = server.address();
    std::thread::spawn(move || server.run());
    Client { address }
}

pub fn inspector() -> Client {
    serve(Limits::default(), Vec::new())
}

impl Client {
    /// Sends bytes as they are and reads until the other side ends.
    pub fn raw(&self, bytes: &[u8]) -> Option<Reply> {
        let mut stream = TcpStream::connect(self.address).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
        // Whoever refuses early does not read to the end.
        let _sent = stream.write_all(bytes);
        let mut read = Vec::new();
        let _ended = stream.read_to_end(&mut read);
        let end = read.windows(4).position(|bytes| bytes == b"\r\n\r\n")?;
        let head = String::from_utf8_lossy(&read[..end]).into_owned();
        let status = head.split(' ').nth(1)?.parse().ok()?;
        Some(Reply { status, head, body: read[end + 4..].to_vec() })
    }

    pub fn send(&self, method: &str, path: &str, body: &[u8]) -> Reply {
        let host = self.address;
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n",
            body.len()
        );
        self.raw(&[head.as_bytes(), body].concat()).expect("an answer")
    }

    pub fn get(&self, path: &str) -> Reply {
        self.send("GET", path, b"")
    }

    pub fn post(&self, path: &str, body: &Value) -> Reply {
        self.send("POST", path, body.to_string().as_bytes())
    }

    /// Opens a scene and waits until its bake has ended, well or not.
    pub fn open(&self, wanted: &Value) -> (String, Value) {
        let reply = self.post("/api/sessions", wanted);
        assert_eq!(reply.status, 202, "{}", String::from_utf8_lossy(&reply.body));
        let session = reply.json()["session"].as_str().expect("its name").to_owned();
        let begun = Instant::now();
        loop {
            let state = self.get(&format!("/api/sessions/{session}")).json();
            if state["state"] != "baking" {
                return (session, state);
            }
            assert!(begun.elapsed() < Duration::from_secs(120), "the bake does not end");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    pub fn socket(&self, session: &str) -> Socket {
        let address = format!("ws://{}/api/sessions/{session}/socket", self.address);
        Socket(tungstenite::connect(address).expect("a socket").0)
    }
}

pub struct Socket(WebSocket<MaybeTlsStream<TcpStream>>);

impl Socket {
    pub fn say(&mut self, text: &str) {
        self.0.send(Message::text(text)).expect("it is open");
    }

    /// The next message.
    pub fn hear(&mut self) -> Value {
        loop {
            if let Message::Text(text) = self.0.read().expect("it is open") {
                return serde_json::from_str(text.as_str()).expect("messages are JSON");
            }
        }
    }

    /// The answer to a question; events are passed over.
    pub fn ask(&mut self, question: &Value) -> Value {
        self.say(&question.to_string());
        loop {
            let heard = self.hear();
            if heard.get("event").is_none() {
                return heard;
            }
        }
    }
}

/// The header of a pack.
pub fn header(pack: &[u8]) -> Value {
    assert_eq!(&pack[..4], b"FPK1");
    let length = u32::from_le_bytes(pack[4..8].try_into().expect("four bytes")) as usize;
    assert_eq!(length % 4, 0);
    serde_json::from_slice(&pack[8..8 + length]).expect("a header in JSON")
}
