//! The inspector's page: files that npm builds from `inspector/`, compiled in.

use std::sync::OnceLock;

use bytes::Bytes;
use zlib_rs::{DeflateConfig, ReturnCode, compress_bound, compress_slice};

/// What the page may do: load what this server serves it, and nothing else; no markup comes from text. `'self'` has the page's own
/// WebSockets in it (CSP 3, section 6.7.2.8), which "Try it" opens: browsers that see it otherwise (Safari before 15.4) lack what
/// the page's style needs as well.
pub(crate) const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
    img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
    require-trusted-types-for 'script'; trusted-types 'none'";

/// In place of it the page names the folder of its files, from where it stands itself.
const BASE: &str = "%BASE%";

/// Window bits that make zlib write gzip's header and checksum (zlib.h, `deflateInit2`).
const GZIP: i32 = 15 + 16;

/// A file of the page.
pub(crate) struct File {
    pub(crate) content_type: &'static str,
    plain: &'static [u8],
    compressed: OnceLock<Option<Bytes>>,
}

impl File {
    const fn new(content_type: &'static str, plain: &'static [u8]) -> Self {
        Self { content_type, plain, compressed: OnceLock::new() }
    }

    pub(crate) fn plain(&self) -> Bytes {
        Bytes::from_static(self.plain)
    }

    /// Compressed with gzip, once; `None` where that fails.
    pub(crate) fn compressed(&self) -> Option<Bytes> {
        self.compressed.get_or_init(|| gzip(self.plain)).clone()
    }
}

static SCRIPT: File =
    File::new("text/javascript; charset=utf-8", include_bytes!("../../../../inspector/dist/app.js"));
static STYLE: File =
    File::new("text/css; charset=utf-8", include_bytes!("../../../../inspector/dist/app.css"));
static ICON: File = File::new("image/svg+xml", include_bytes!("../../../../inspector/dist/icon.svg"));
static LICENSES: File =
    File::new("text/plain; charset=utf-8", include_bytes!("../../../../inspector/dist/LICENSES.txt"));
const PAGE: &str = include_str!("../../../../inspector/dist/index.html");

/// The file with this name.
pub(crate) fn file(name: &str) -> Option<&'static File> {
    match name {
        "app.js" => Some(&SCRIPT),
        "app.css" => Some(&STYLE),
        "icon.svg" => Some(&ICON),
        "LICENSES.txt" => Some(&LICENSES),
        _ => None,
    }
}

/// The page, whose address ends with a slash or not. Proxies may have taken a prefix away, so that its files are named from there.
pub(crate) fn page(ends_with_slash: bool) -> String {
    PAGE.replace(BASE, if ends_with_slash { "." } else { "inspector" })
}

fn gzip(plain: &[u8]) -> Option<Bytes> {
    let config = DeflateConfig { window_bits: GZIP, ..DeflateConfig::new(9) };
    let mut room = vec![0; compress_bound(plain.len()) + 18]; // the bound is for zlib's own, shorter header
    let (written, code) = compress_slice(&mut room, plain, config);
    (code == ReturnCode::Ok).then(|| Bytes::copy_from_slice(written))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_small_and_names_its_files_from_where_it_is() {
        let sizes = ["app.js", "app.css", "icon.svg", "LICENSES.txt"]
            .map(|name| file(name).unwrap().compressed().unwrap());
        assert!(sizes.iter().all(|one| one.starts_with(&[0x1f, 0x8b])), "gzip's magic (RFC 1952)");
        let whole = sizes.iter().map(Bytes::len).sum::<usize>() + PAGE.len();
        assert!(whole < 150_000, "{whole} bytes");
        assert!(page(false).contains("\"inspector/app.js\"") && page(true).contains("\"./app.js\""));
        assert!(!page(true).contains(BASE) && file("../Cargo.toml").is_none());
    }
}
