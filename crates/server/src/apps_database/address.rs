//! Where the database is: a URL, without its password once it is shown.

use std::fmt;
use std::path::PathBuf;

use baton_postgres::source::{Source, TlsMode};
use baton_protocols::Secret;
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// A database with a table of apps.
#[derive(Debug, Clone)]
pub(crate) enum Address {
    Postgres(Box<Source>),
    MySql(Box<MySql>),
}

/// A database of MySQL or MariaDB.
#[derive(Debug, Clone)]
pub(crate) struct MySql {
    pub(super) place: Place,
    pub(super) user: String,
    pub(super) password: Secret,
    pub(super) database: String,
    pub(super) tls: TlsMode,
}

/// Where its server listens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Place {
    Tcp { host: String, port: u16 },
    Socket(PathBuf),
}

const EXPECTED: &str = "expected postgresql://USER:PASSWORD@HOST:PORT/DATABASE or mysql://USER:PASSWORD@HOST:PORT/DATABASE; \
                        within a user's name or a password write @ : / ? # % as %40 %3A %2F %3F %23 %25";

impl Address {
    /// Reads a URL.
    ///
    /// # Errors
    /// What is wrong, without any text of the URL: any of it may be a password that lacks an escape.
    pub(crate) fn parse(url: &str) -> Result<Self, String> {
        let scheme = url.split_once("://").map(|(scheme, _)| scheme);
        match scheme {
            Some("postgresql" | "postgres") => {
                let source = url.parse::<Source>().map_err(|error| error.to_string())?;
                Ok(Self::Postgres(Box::new(source)))
            }
            Some("mysql" | "mariadb") => MySql::parse(url).map(|address| Self::MySql(Box::new(address))),
            _ => Err(EXPECTED.to_owned()),
        }
    }
}

/// The URL of a database, of parts as other programs' settings have them.
pub(crate) fn url_of(
    scheme: &str,
    (host, port): (&str, &str),
    (user, password): (&str, &str),
    name: &str,
) -> String {
    let escaped = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
    let host = if host.contains(':') { format!("[{host}]") } else { host.to_owned() };
    let password = if password.is_empty() { String::new() } else { format!(":{}", escaped(password)) };
    format!("{scheme}://{}{password}@{host}:{port}/{}", escaped(user), escaped(name))
}

impl MySql {
    fn parse(url: &str) -> Result<Self, String> {
        let expected = || EXPECTED.to_owned();
        let rest = url.split_once("://").map_or("", |(_, rest)| rest);
        // One @ too many moves a part of a password into the host, which is shown.
        if rest.split('?').next().unwrap_or_default().matches('@').count() > 1 {
            return Err("the database's URL has an @ too many: within a user's name or a password write %40"
                .to_owned());
        }
        let (credentials, rest) = rest.split_once('@').ok_or_else(expected)?;
        let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
        let (user, password) = credentials.split_once(':').unwrap_or((credentials, ""));
        let (host, database) = rest.split_once('/').ok_or_else(expected)?;
        let decoded = |text: &str| {
            percent_decode_str(text).decode_utf8().map(|text| text.into_owned()).map_err(|_| expected())
        };
        let (mut mode, mut roots, mut socket) = (None, None, None);
        for parameter in query.split('&').filter(|parameter| !parameter.is_empty()) {
            let (key, value) = parameter.split_once('=').ok_or_else(expected)?;
            match key {
                "sslmode" => mode = Some(decoded(value)?),
                "sslrootcert" => roots = Some(PathBuf::from(decoded(value)?)),
                "socket" => socket = Some(PathBuf::from(decoded(value)?)),
                _ => {
                    return Err(
                        "the parameters of a mysql:// URL are sslmode, sslrootcert and socket".to_owned()
                    );
                }
            }
        }
        let place = match socket {
            Some(path) => Place::Socket(path),
            None => place(host).ok_or_else(expected)?,
        };
        let (user, database) = (decoded(user)?, decoded(database)?);
        if user.is_empty() || database.is_empty() || database.contains('/') {
            return Err(expected());
        }
        let password = Secret::new(&decoded(password)?);
        let tls = TlsMode::of_parameters(mode.as_deref(), roots).map_err(|error| error.to_string())?;
        Ok(Self { place, user, password, database, tls })
    }

    /// What a certificate is to name.
    pub(super) fn host(&self) -> &str {
        match &self.place {
            Place::Tcp { host, .. } => host,
            Place::Socket(_) => "",
        }
    }
}

/// `HOST[:PORT]`, with brackets around an IPv6 address.
fn place(text: &str) -> Option<Place> {
    let (host, port) = match text.strip_prefix('[') {
        Some(rest) => {
            let (host, rest) = rest.split_once(']')?;
            (host, if rest.is_empty() { None } else { Some(rest.strip_prefix(':')?) })
        }
        None => text.split_once(':').map_or((text, None), |(host, port)| (host, Some(port))),
    };
    let port = port.map_or(Some(3306), |port| port.parse().ok())?;
    (!host.is_empty()).then(|| Place::Tcp { host: host.to_owned(), port })
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Postgres(source) => source.fmt(f),
            Self::MySql(address) => address.fmt(f),
        }
    }
}

impl fmt::Display for MySql {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { user, database, .. } = self;
        match &self.place {
            Place::Tcp { host, port } if host.contains(':') => {
                write!(f, "mysql://{user}@[{host}]:{port}/{database}")
            }
            Place::Tcp { host, port } => write!(f, "mysql://{user}@{host}:{port}/{database}"),
            Place::Socket(path) => write!(f, "mysql://{user}@/{database}?socket={}", path.display()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_is_shown_without_its_password() {
        for (url, shown) in [
            ("postgres://u:hidden@h/db", "postgresql://u@h:5432/db"),
            ("mysql://u:hidden@h/db", "mysql://u@h:3306/db"),
            ("mysql://u:hid%40den@[::1]:3307/db?sslmode=require", "mysql://u@[::1]:3307/db"),
            ("mariadb://u@/db?socket=/run/m.sock", "mysql://u@/db?socket=/run/m.sock"),
        ] {
            let address = Address::parse(url).unwrap();
            assert_eq!(address.to_string(), shown);
            assert!(!format!("{address:?}").contains("hid"), "{address:?}");
        }
    }

    #[test]
    fn what_is_no_url_is_refused_without_repeating_it() {
        for url in [
            "hidden",
            "http://u:hidden@h/db",
            "mysql://h/hidden",
            "mysql://u:hid@den@h/db",
            "mysql://u:hidden@h",
            "mysql://u:hidden@h:port/db",
            "mysql://:hidden@h/db",
            "mysql://u:hidden@h/db?hidden=1",
            "mysql://u:hidden@h/db?sslmode=hidden",
            "postgresql://u:hidden@h,i/db",
        ] {
            let why = Address::parse(url).unwrap_err();
            assert!(!why.contains("hid") && !why.is_empty(), "{url}: {why}");
        }
    }

    #[test]
    fn parts_make_a_url_whatever_they_hold() {
        for scheme in ["mysql", "postgresql"] {
            let url = url_of(scheme, ("::1", "7"), ("u@x", "p:/?#@%"), "my db");
            assert_eq!(Address::parse(&url).unwrap().to_string(), format!("{scheme}://u@x@[::1]:7/my db"));
        }
        let Address::MySql(address) =
            Address::parse(&url_of("mysql", ("h", "7"), ("u", "p:/?#@%"), "db")).unwrap()
        else {
            panic!()
        };
        assert_eq!(address.password.reveal(), "p:/?#@%");
    }
}
