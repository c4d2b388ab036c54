//! URLs of databases: what they mean, and what is reported of those that mean nothing.

use std::path::PathBuf;

use baton_postgres::source::{Roots, Source, TlsMode, UrlError};

#[test]
fn a_url_names_user_host_port_and_database() {
    let cases = [
        ("postgresql://u:p@h/d", "postgresql://u@h:5432/d"),
        ("postgres://u@h:6543", "postgresql://u@h:6543/u"),
        ("postgresql://u:p@[::1]:1/d", "postgresql://u@[::1]:1/d"),
        ("postgresql://u%40x:p%40%2F%3F@h/d%20e", "postgresql://u@x@h:5432/d e"),
        ("postgresql:///d?host=/run/pg&user=u&port=7", "postgresql:///d?host=/run/pg&port=7&user=u"),
        ("postgresql://u@%2Frun%2Fpg/d", "postgresql:///d?host=/run/pg&port=5432&user=u"),
        ("postgresql://u:p?w@h/d?sslmode=disable&connect_timeout=3", "postgresql://u@h:5432/d"),
        ("postgresql://u@/d?hostaddr=127.0.0.1", "postgresql://u@127.0.0.1:5432/d"),
    ];
    for (url, shown) in cases {
        let source: Source = url.parse().unwrap_or_else(|error| panic!("{url}: {error}"));
        assert_eq!(source.to_string(), shown);
    }
}

#[test]
fn sslmode_and_sslrootcert_are_libpqs() {
    let file = || Roots::File(PathBuf::from("/c a.pem"));
    let cases = [
        ("", TlsMode::Prefer),
        ("sslmode=disable", TlsMode::Disable),
        ("sslmode=prefer&sslrootcert=%2Fc%20a.pem", TlsMode::Prefer),
        ("sslmode=require", TlsMode::Require),
        ("sslmode=require&sslrootcert=/c%20a.pem", TlsMode::VerifyCa(file())),
        ("sslrootcert=/c%20a.pem&sslmode=verify-ca", TlsMode::VerifyCa(file())),
        ("sslmode=verify-full&sslrootcert=/c%20a.pem&application_name=x", TlsMode::VerifyFull(file())),
        ("sslmode=verify-full", TlsMode::VerifyFull(Roots::System)),
        ("sslrootcert=system", TlsMode::VerifyFull(Roots::System)),
    ];
    for (parameters, mode) in cases {
        let source: Source = format!("postgresql://u@h/d?{parameters}").parse().unwrap();
        assert_eq!(*source.tls(), mode, "{parameters}");
    }
}

#[test]
fn a_url_that_means_nothing_says_what_to_write_and_keeps_its_password() {
    let cases = [
        ("mysql://u:s3cret@h/d", UrlError::Scheme),
        ("host=h user=u password=s3cret", UrlError::Scheme),
        ("postgresql://u:s3cret@/d", UrlError::NoHost),
        ("postgresql://:s3cret@h/d", UrlError::User),
        ("postgresql://h/d?password=s3cret", UrlError::User),
        ("postgresql://u:s3cret@h,i/d", UrlError::Hosts),
        ("postgresql://u:s3cret@h/d?host=i", UrlError::Hosts),
        ("postgresql://u:a@s3cret@h/d", UrlError::At),
        ("postgresql://u:a@s3cret/word@h/d", UrlError::At),
        ("postgresql://u:s3cret@h:x/d", UrlError::Parameter),
        ("postgresql://u:p@h/d?s3cret=1", UrlError::Parameter),
        ("postgresql://u:p@h/d?s3cret", UrlError::Parameter),
        ("postgresql://u:s3cret@h/d?sslmode=allow", UrlError::SslMode),
        ("postgresql://u:s3cret@h/d?sslmode=require&sslrootcert=system", UrlError::SystemRoots),
        ("postgresql://u:s3cret@h/d?sslmode=require&sslnegotiation=direct", UrlError::Direct),
    ];
    for (url, expected) in cases {
        let error = url.parse::<Source>().unwrap_err();
        assert_eq!(error, expected, "{url}");
        let delivered = format!("{error} {error:?}");
        assert!(delivered.len() > 20 && !delivered.contains("s3cret"), "{delivered}");
    }
    let source: Source = "postgresql://u:s3cret@h/d".parse().unwrap();
    assert!(!format!("{source:?} {source}").contains("s3cret"));
}
