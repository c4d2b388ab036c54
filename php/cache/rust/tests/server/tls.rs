//! TLS, against a `redis-server` that has it.

use std::fs;
use std::path::{Path, PathBuf};

use baton_cache::connection::{Code, Connection, Settings, Trust};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair};

use crate::ask::{Value, ask, expect};
use crate::redis::{Redis, folder, free_port};

/// Of somebody with a name of their own: OpenSSL goes from one certificate to the next by those.
fn certificate_of(name: &str, hosts: &[&str]) -> CertificateParams {
    let hosts: Vec<_> = hosts.iter().map(ToString::to_string).collect();
    let mut params = CertificateParams::new(hosts).unwrap();
    params.distinguished_name.push(DnType::CommonName, name);
    params
}

/// The files of an authority and of a server called `localhost`, and of one that signed itself.
struct Files(PathBuf);

impl Files {
    fn make() -> Self {
        let folder = folder();
        let write = |name: &str, text: String| fs::write(folder.join(name), text).unwrap();
        let mut params = certificate_of("authority", &[]);
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let authority = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
        write("ca.pem", authority.pem());
        for name in ["server", "client"] {
            let key = KeyPair::generate().unwrap();
            let params = certificate_of(name, &["localhost"]);
            let certificate = params.signed_by(&key, &authority).unwrap();
            write(&format!("{name}.pem"), certificate.pem());
            write(&format!("{name}.key"), key.serialize_pem());
            write(&format!("{name}-both.pem"), certificate.pem() + &key.serialize_pem());
        }
        for (name, is_ca) in [("self", IsCa::NoCa), ("self-ca", IsCa::Ca(BasicConstraints::Unconstrained))] {
            let key = KeyPair::generate().unwrap();
            let mut params = certificate_of(name, &["localhost"]);
            params.is_ca = is_ca;
            write(&format!("{name}.pem"), params.self_signed(&key).unwrap().pem());
            write(&format!("{name}.key"), key.serialize_pem());
        }
        fs::create_dir(folder.join("cas")).unwrap();
        fs::copy(folder.join("ca.pem"), folder.join("cas/one.pem")).unwrap();
        fs::write(folder.join("cas/README"), "no certificate").unwrap();
        Self(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// A server with this certificate, and its port of TLS.
    fn serve(&self, certificate: &str, ask_clients: &str) -> Option<(Redis, u16)> {
        let port = free_port().to_string();
        let path = |name: &str| self.path(name).to_str().unwrap().to_owned();
        let (file, key) = (path(&format!("{certificate}.pem")), path(&format!("{certificate}.key")));
        let arguments = ["--tls-port", &port, "--tls-cert-file", &file, "--tls-key-file", &key];
        let authority = path("ca.pem");
        let clients = ["--tls-ca-cert-file", &authority, "--tls-auth-clients", ask_clients];
        let redis = Redis::start(&[&arguments[..], &clients].concat())?;
        Some((redis, port.parse().unwrap()))
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn trusting(file: &Path) -> Trust {
    let Settings { trust, .. } = Settings::of("x", 0);
    Trust { ca_file: Some(file.to_owned()), ..trust }
}

fn connect(redis: &Redis, host: &str, port: u16, trust: Trust) -> Connection {
    Connection::new(Settings { host: host.into(), port, trust, ..redis.tcp() }).unwrap()
}

fn refusal(redis: &Redis, host: &str, port: u16, trust: Trust) -> String {
    let failure = connect(redis, host, port, trust).open().unwrap_err();
    assert_eq!(failure.code, Code::Tls, "{failure}");
    failure.text
}

#[test]
fn all_that_goes_over_a_socket_goes_over_tls() {
    let files = Files::make();
    let Some((redis, port)) = files.serve("server", "no") else { return };
    let trust = trusting(&files.path("ca.pem"));
    for host in ["tls://localhost", "rediss://localhost", "ssl://localhost"] {
        expect(&mut connect(&redis, host, port, trust.clone()), &["PING"], "PONG");
    }
    let settings = Settings { host: "localhost".into(), port, trust, tls: true, ..redis.tcp() };
    let mut connection = Connection::new(settings).unwrap();
    let value = "v".repeat(5 << 20);
    expect(&mut connection, &["SET", "k", &value], "OK");
    expect(&mut connection, &["GET", "k"], value.as_str());
    for index in 0..20_000 {
        crate::ask::send(&mut connection, &["ECHO", &index.to_string()]).unwrap();
    }
    for index in 0..20_000 {
        assert_eq!(crate::ask::receive(&mut connection), Ok(index.to_string().as_str().into()));
    }
    // Ended by the server, it is opened again.
    for generation in 1..4 {
        let Ok(Value::Integer(id)) = ask(&mut connection, &["CLIENT", "ID"]) else { panic!("no id") };
        expect(&mut redis.connect(), &["CLIENT", "KILL", "ID", &id.to_string()], Value::Integer(1));
        std::thread::sleep(std::time::Duration::from_millis(150));
        expect(&mut connection, &["PING"], "PONG");
        assert_eq!(connection.generation(), generation + 1);
    }
}

#[test]
fn who_is_not_known_is_not_believed() {
    let files = Files::make();
    let Some((redis, port)) = files.serve("server", "no") else { return };
    let trust = trusting(&files.path("ca.pem"));
    let strange = trusting(&files.path("self.pem"));
    assert!(refusal(&redis, "tls://localhost", port, strange.clone()).contains("nobody who is trusted"));
    let named = |name: &str| Trust { peer_name: name.to_owned(), ..trust.clone() };
    assert!(refusal(&redis, "tls://127.0.0.1", port, trust.clone()).contains("127.0.0.1"));
    assert!(refusal(&redis, "tls://localhost", port, named("elsewhere")).contains("elsewhere"));
    for trust in [
        named("localhost"),
        Trust { verify_name: false, ..trust.clone() },
        Trust { verify_name: false, ca_file: None, ca_path: Some(files.path("cas")), ..trust.clone() },
        Trust { verify_peer: false, ..strange.clone() },
    ] {
        expect(&mut connect(&redis, "tls://127.0.0.1", port, trust), &["PING"], "PONG");
    }
    assert!(
        refusal(&redis, "tls://localhost", port, Trust { allow_self_signed: true, ..strange })
            .contains("nobody")
    );
    assert!(refusal(&redis, "tls://localhost", port, trusting(&files.path("none.pem"))).contains("cafile"));
}

#[test]
fn a_certificate_that_signed_itself_is_believed_where_that_is_asked_for() {
    let files = Files::make();
    for certificate in ["self", "self-ca"] {
        let Some((redis, port)) = files.serve(certificate, "no") else { return };
        let trust = trusting(&files.path("ca.pem"));
        assert!(refusal(&redis, "tls://localhost", port, trust.clone()).contains("allow_self_signed"));
        let loose = Trust { allow_self_signed: true, ..trust };
        expect(&mut connect(&redis, "tls://localhost", port, loose.clone()), &["PING"], "PONG");
        // Its name counts all the same.
        refusal(&redis, "tls://127.0.0.1", port, loose.clone());
        let nameless = Trust { verify_name: false, ..loose };
        expect(&mut connect(&redis, "tls://127.0.0.1", port, nameless), &["PING"], "PONG");
        // Named as the authority, it is one.
        let own = trusting(&files.path(&format!("{certificate}.pem")));
        expect(&mut connect(&redis, "tls://localhost", port, own), &["PING"], "PONG");
    }
}

#[test]
fn a_server_may_ask_who_the_client_is() {
    let files = Files::make();
    let Some((redis, port)) = files.serve("server", "yes") else { return };
    let trust = trusting(&files.path("ca.pem"));
    let failure = ask(&mut connect(&redis, "tls://localhost", port, trust.clone()), &["PING"]).unwrap_err();
    // It says so after the handshake, in the place of the first reply.
    assert!(failure.code == Code::Tls && failure.text.contains("CertificateRequired"), "{failure}");
    for (certificate, key) in [("client.pem", Some("client.key")), ("client-both.pem", None)] {
        let certificate = Some(files.path(certificate));
        let key = key.map(|key| files.path(key));
        let trust = Trust { certificate, key, ..trust.clone() };
        expect(&mut connect(&redis, "tls://localhost", port, trust), &["PING"], "PONG");
    }
    let wrong = Trust { certificate: Some(files.path("client.pem")), ..trust };
    assert!(refusal(&redis, "tls://localhost", port, wrong).contains("no private key"));
}
