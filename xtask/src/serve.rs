//! A server of files for the playground: on this machine only, with the headers that a host of it
//! should send.

use anyhow::{Context, Result};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

/// The same as in `www/index.html`, and what only a header can say.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self'; img-src 'self' blob:; media-src blob:; worker-src 'self'; \
    object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
    require-trusted-types-for 'script'; trusted-types playground";

/// The longest head of a request that is read, in bytes.
const LONGEST_HEAD: u64 = 16 * 1024;

/// Serves the files of one folder.
pub struct Server {
    folder: PathBuf,
    listener: TcpListener,
}

impl Server {
    /// Takes a port; 0 for any that is free.
    pub fn open(folder: PathBuf, port: u16) -> Result<Server> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
            .with_context(|| format!("port {port}: name another one with --port"))?;
        Ok(Server { folder, listener })
    }

    /// What to type into a browser.
    pub fn address(&self) -> String {
        let port = self.listener.local_addr().map_or(0, |address| address.port());
        format!("http://127.0.0.1:{port}/")
    }

    /// Answers requests, each in its own thread.
    pub fn run(self) -> Result<()> {
        std::thread::scope(|scope| {
            for stream in self.listener.incoming() {
                let (folder, stream) = (&self.folder, stream?);
                // A browser that hangs up is no fault of the server.
                scope.spawn(move || answer(folder, stream).ok());
            }
            Ok(())
        })
    }
}

fn answer(folder: &Path, mut stream: TcpStream) -> Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(10)))?;
    let mut head = BufReader::new(stream.try_clone()?.take(LONGEST_HEAD)).lines();
    let request = head.next().context("an empty request")??;
    while !head.next().context("no end of the head")??.is_empty() {}
    let mut words = request.split(' ');
    let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let file = (method == "GET" || method == "HEAD").then(|| file(folder, target)).flatten();
    let (status, kind, body) = match file.and_then(|file| Some((fs::read(&file).ok()?, file))) {
        Some((body, file)) => ("200 OK", media_type(&file), body),
        None => ("404 Not Found", "text/plain; charset=utf-8", b"There is no such file.\n".into()),
    };
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\
         Content-Security-Policy: {POLICY}\r\nX-Content-Type-Options: nosniff\r\n\
         Referrer-Policy: no-referrer\r\nCache-Control: no-cache\r\nConnection: close\r\n\r\n",
        body.len()
    )?;
    if method != "HEAD" {
        stream.write_all(&body)?;
    }
    Ok(stream.flush()?)
}

/// The file that a request asks for, never one outside of the folder.
fn file(folder: &Path, target: &str) -> Option<PathBuf> {
    let path = target.split(['?', '#']).next()?.trim_start_matches('/');
    let path = Path::new(if path.is_empty() { "index.html" } else { path });
    let is_plain = path.components().all(|part| matches!(part, Component::Normal(_)));
    (is_plain && !target.contains(['%', '\\'])).then(|| folder.join(path))
}

fn media_type(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()).unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "wasm" => "application/wasm",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_stay_in_the_folder() {
        let folder = Path::new("dist");
        let found = |target| file(folder, target);
        assert_eq!(found("/"), Some(folder.join("index.html")));
        assert_eq!(found("/main.js?v=1"), Some(folder.join("main.js")));
        for target in ["/../Cargo.toml", "/a/../../b", "/%2e%2e/Cargo.toml", "/..\\b"] {
            assert_eq!(found(target), None, "{target}");
        }
    }

    #[test]
    fn wasm_is_served_as_wasm_under_the_policy() {
        let folder = std::env::temp_dir().join(format!("xtask-serve-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("a.wasm"), b"\0asm").unwrap();
        let server = Server::open(folder.clone(), 0).unwrap();
        let address = server.listener.local_addr().unwrap();
        std::thread::spawn(move || server.run());
        let ask = |request: &str| {
            let mut stream = TcpStream::connect(address).unwrap();
            write!(stream, "{request}\r\nHost: x\r\n\r\n").unwrap();
            let mut answer = Vec::new();
            stream.read_to_end(&mut answer).unwrap();
            String::from_utf8(answer).unwrap()
        };
        let answer = ask("GET /a.wasm HTTP/1.1");
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\nContent-Type: application/wasm\r\n"));
        assert!(answer.contains("Content-Security-Policy: default-src 'self'; script-src 'self' "));
        assert!(answer.ends_with("\r\n\r\n\0asm"));
        assert!(ask("GET /b.wasm HTTP/1.1").starts_with("HTTP/1.1 404 "));
        assert!(ask("POST /a.wasm HTTP/1.1").starts_with("HTTP/1.1 404 "));
        fs::remove_dir_all(folder).unwrap();
    }
}
