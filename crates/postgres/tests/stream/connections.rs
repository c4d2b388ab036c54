//! How the database is reached: by its socket, over TCP, and over TLS, for the connection that asks and the one that
//! streams alike.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use baton_postgres::source::Source;
use baton_postgres::stream::{Remedy, Stream, StreamError};
use baton_postgres::testing::Postgres;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};

use crate::{Database, end, transaction};

const PASSWORD: &str = "p@ss:w/o?r#d%";
const ESCAPED: &str = "p%40ss%3Aw%2Fo%3Fr%23d%25";

/// A server that also listens on an address of loopback that no other has, where it asks for a password.
struct Server {
    database: Database,
    address: String,
    authority: PathBuf,
    other_authority: PathBuf,
}

fn server() -> Server {
    // The port is every test server's, so the address must differ: all of 127.0.0.0/8 is this machine.
    let number = std::process::id();
    let address = format!("127.77.{}.{}", number >> 8 & 0xff, number & 0xff);
    let postgres =
        Postgres::start(&[&format!("listen_addresses={address}"), "password_encryption=scram-sha-256"]);
    let directory = postgres.host().to_owned();
    let (authority, other_authority) = (directory.join("ca.pem"), directory.join("other.pem"));
    certify(&directory, &address, &authority);
    let other = KeyPair::generate().unwrap();
    std::fs::write(&other_authority, issuer("other", other).pem()).unwrap();
    let rules = "local all all trust\n\
        host all old 127.0.0.0/8 md5\n\
        hostssl all tls_only 127.0.0.0/8 scram-sha-256\nhostnossl all tls_only 127.0.0.0/8 reject\n\
        host all all 127.0.0.0/8 scram-sha-256\n";
    std::fs::write(directory.join("data/pg_hba.conf"), rules).unwrap();
    let database = Database::on(Arc::new(postgres), "create table t (id int primary key)", "for all tables");
    for role in ["asks", "tls_only"] {
        database.run(&format!("create role {role} login replication superuser password '{PASSWORD}'"));
    }
    database.run(&format!(
        "set password_encryption = 'md5'; create role old login replication superuser password '{PASSWORD}'"
    ));
    database.run("alter system set ssl_cert_file = '../server.pem'");
    database.run("alter system set ssl_key_file = '../server.key'");
    database.run("alter system set ssl = on");
    database.run("select pg_reload_conf()");
    Server { database, address, authority, other_authority }
}

fn issuer(name: &str, key: KeyPair) -> CertifiedIssuer<'static, KeyPair> {
    let mut params = CertificateParams::new(Vec::new()).unwrap();
    params.distinguished_name.push(rcgen::DnType::CommonName, name);
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    CertifiedIssuer::self_signed(params, key).unwrap()
}

/// A certificate for the address and for `db.test`, and the authority that signed it.
fn certify(directory: &Path, address: &str, authority: &Path) {
    let issuer = issuer("authority", KeyPair::generate().unwrap());
    let key = KeyPair::generate().unwrap();
    let names = vec![address.to_owned(), "db.test".to_owned()];
    let certificate = CertificateParams::new(names).unwrap().signed_by(&key, &issuer).unwrap();
    std::fs::write(authority, issuer.pem()).unwrap();
    let owner = std::fs::metadata(directory.join("data")).unwrap();
    for (name, text) in [("server.pem", certificate.pem()), ("server.key", key.serialize_pem())] {
        use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
        let path = directory.join(name);
        std::fs::write(&path, text).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
        std::os::unix::fs::chown(&path, Some(owner.uid()), Some(owner.gid())).unwrap();
    }
}

impl Server {
    fn source(&self, role: &str, host: &str, parameters: &str) -> Source {
        let url = format!("postgresql://{role}:{ESCAPED}@{host}/{}?{parameters}", self.database.name);
        url.parse().unwrap()
    }

    /// Both connections work; whether the one that asks, and the one that streams, are encrypted.
    async fn encrypted(&self, source: &Source) -> (bool, bool) {
        let client = source.connect().await.unwrap();
        let sql = "select ssl from pg_stat_ssl where pid = pg_backend_pid()";
        let asks: bool = client.query_one(sql, &[]).await.unwrap().get(0);
        let name: String = client.query_one("show application_name", &[]).await.unwrap().get(0);
        assert_eq!(name, "baton");
        let (mut stream, _) = Stream::open(source, &self.database.settings()).await.unwrap();
        let sql = "select ssl from pg_stat_ssl join pg_stat_replication using (pid) where application_name = 'baton'";
        let streams = self.database.run(sql) == "t";
        self.database.run("insert into t select coalesce(max(id), 0) + 1 from t");
        let (lines, end) = transaction(&mut stream).await;
        assert_eq!(lines.len(), 1);
        stream.acknowledge(end);
        stream.close().await;
        (asks, streams)
    }

    /// Neither connection is made; the texts of both errors.
    async fn refused(&self, source: &Source) -> [String; 2] {
        let asked = source.connect().await.expect_err("the connection that asks should be refused");
        let streamed = Stream::open(source, &self.database.settings()).await.unwrap_err();
        assert_eq!(streamed.remedy(), Remedy::PersonMustAct, "{streamed}");
        for text in
            [format!("{asked} {asked:?}"), format!("{streamed} {streamed:?}"), format!("{source} {source:?}")]
        {
            assert!(!text.contains(PASSWORD) && !text.contains(ESCAPED), "{text}");
        }
        [asked.to_string(), streamed.to_string()]
    }
}

/// One test, since it needs one server with much around it.
#[tokio::test]
async fn every_sslmode_trusts_as_libpq_does() {
    let server = server();
    let address = &server.address;
    let by = |host: &str, parameters: &str| server.source("asks", host, parameters);
    let file = |mode: &str, path: &Path| format!("sslmode={mode}&sslrootcert={}", path.display());
    let (right, wrong) = (&server.authority, &server.other_authority);
    let named = |mode: &str, path: &Path| format!("hostaddr={address}&{}", file(mode, path));

    assert_eq!(server.encrypted(&by(address, "sslmode=disable")).await, (false, false));
    for parameters in
        ["sslmode=prefer", "", "sslmode=require", &file("require", right), &file("verify-ca", right)]
    {
        assert_eq!(server.encrypted(&by(address, parameters)).await, (true, true), "{parameters}");
    }
    assert_eq!(server.encrypted(&by(address, &file("verify-full", right))).await, (true, true));
    assert_eq!(server.encrypted(&by("db.test", &named("verify-full", right))).await, (true, true));
    assert_eq!(server.encrypted(&by("other.test", &named("verify-ca", right))).await, (true, true));
    assert_eq!(server.encrypted(&server.source("tls_only", address, "")).await, (true, true));

    assert_eq!(server.encrypted(&server.source("old", address, "")).await, (true, true));

    for error in server.refused(&by("other.test", &named("verify-full", right))).await {
        assert!(error.contains("not valid for name"), "{error}");
    }
    // With a file of authorities `require` checks them too.
    for mode in ["require", "verify-ca", "verify-full"] {
        for error in server.refused(&by(address, &file(mode, wrong))).await {
            assert!(error.contains("certificate"), "{error}");
        }
    }
    for error in server.refused(&by(address, &file("verify-full", Path::new("/nowhere.pem")))).await {
        assert!(error.contains("/nowhere.pem"), "{error}");
    }
    let [_, streamed] = server.refused(&server.source("tls_only", address, "sslmode=disable")).await;
    assert!(streamed.contains("pg_hba.conf"), "{streamed}");

    let wrong_password = server.source("asks", address, "").to_string().replace("asks@", "asks:s3cret@");
    let wrong_password: Source = wrong_password.parse().unwrap();
    let [asked, streamed] = server.refused(&wrong_password).await;
    assert!(
        asked.contains("authentication failed") && streamed.contains("authentication failed"),
        "{asked} {streamed}"
    );
    let error = Stream::open(&wrong_password, &server.database.settings()).await.unwrap_err();
    assert!(matches!(error, StreamError::Authentication(_)), "{error}");

    let source = by(address, &file("verify-full", right));
    let (mut stream, _) = Stream::open(&source, &server.database.settings()).await.unwrap();
    server.database.server.stop();
    let error = end(&mut stream).await;
    assert_eq!(error.remedy(), Remedy::RetryLater, "{error}");
    let error = Stream::open(&source, &server.database.settings()).await.unwrap_err();
    assert!(matches!(error, StreamError::Connection(_)), "{error}");
    server.database.server.resume();

    server.database.run("alter system set ssl = off");
    server.database.run("select pg_reload_conf()");
    assert_eq!(server.encrypted(&by(address, "sslmode=prefer")).await, (false, false));
    for error in server.refused(&by(address, "sslmode=require")).await {
        assert!(error.contains("TLS"), "{error}");
    }
}

/// TLS is for networks: on a socket it is left out, whatever the URL asks for.
#[tokio::test]
async fn a_socket_needs_no_tls() {
    let database = Database::new("create table t (id int)");
    let url = format!("{}&sslmode=verify-full", database.server.url(&database.name));
    let source: Source = url.parse().unwrap();
    source.connect().await.unwrap();
    let (mut stream, _) = Stream::open(&source, &database.settings()).await.unwrap();
    database.run("insert into t values (1)");
    assert_eq!(transaction(&mut stream).await.0, ["insert public.t 1"]);
    let host = database.server.host().display().to_string().replace('/', "%2F");
    let other: Source = format!("postgres://postgres@{host}/{}", database.name).parse().unwrap();
    assert_eq!(other.to_string(), source.to_string());
    other.connect().await.unwrap();
}
