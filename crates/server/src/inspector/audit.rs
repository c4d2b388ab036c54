//! Who signed in to the inspector, and what they looked at and changed.

use std::net::IpAddr;

use super::recent::Recent;
use super::sessions::Credential;
use crate::clock::unix_ms;

/// Entries that are remembered; all of them are logged too.
const ENTRIES: usize = 1_000;
/// How long the same look is not noted again.
const LOOK_MS: u64 = 600_000;
/// Characters of what an entry is about: names of channels may have many.
const SUBJECT_CHARACTERS: usize = 300;

/// Something that somebody did.
#[derive(Debug, Clone)]
pub(crate) struct AuditEntry {
    /// Milliseconds since 1970.
    pub(crate) at_ms: u64,
    pub(crate) who: Box<str>,
    pub(crate) role: &'static str,
    /// The one app that they see.
    pub(crate) app: Option<Box<str>>,
    pub(crate) address: IpAddr,
    pub(crate) action: &'static str,
    pub(crate) subject: Box<str>,
}

/// What was done last.
#[derive(Debug)]
pub(crate) struct Audit(Recent<AuditEntry>);

impl Default for Audit {
    fn default() -> Self {
        Self(Recent::new(ENTRIES))
    }
}

impl Audit {
    /// Remembers and logs what somebody does.
    pub(crate) fn note(&self, who: &Credential, address: IpAddr, action: &'static str, subject: &str) {
        self.add(Self::entry(who, address, action, subject));
    }

    /// The same of a look, which a page repeats every few seconds: once in ten minutes.
    pub(crate) fn note_look(&self, who: &Credential, address: IpAddr, action: &'static str, subject: &str) {
        let entry = Self::entry(who, address, action, subject);
        let is_same = |one: &AuditEntry| {
            one.at_ms + LOOK_MS > entry.at_ms
                && (one.action, &one.who, one.address, &one.subject)
                    == (entry.action, &entry.who, entry.address, &entry.subject)
        };
        if self.0.newest(None, 1, is_same).is_empty() {
            self.add(entry);
        }
    }

    /// Somebody has tried to sign in, and is refused.
    pub(crate) fn note_refused(&self, address: IpAddr) {
        self.add(AuditEntry {
            at_ms: unix_ms(),
            who: "nobody".into(),
            role: "none",
            app: None,
            address,
            action: "sign-in refused",
            subject: "".into(),
        });
    }

    fn entry(who: &Credential, address: IpAddr, action: &'static str, subject: &str) -> AuditEntry {
        let subject: String = subject.chars().take(SUBJECT_CHARACTERS).collect();
        AuditEntry {
            at_ms: unix_ms(),
            who: who.to_string().into(),
            role: who.role().name(),
            app: who.app_id().map(Into::into),
            address,
            action,
            subject: subject.into(),
        }
    }

    fn add(&self, entry: AuditEntry) {
        let AuditEntry { who, role, address, action, subject, .. } = &entry;
        tracing::info!(who = &**who, role, %address, action, subject = &**subject, "inspector");
        self.0.push(entry);
    }

    /// The newest entries, of one app or of all, from the one before number `before` on.
    pub(crate) fn newest(
        &self,
        before: Option<u64>,
        most: usize,
        app: Option<&str>,
    ) -> Vec<(u64, AuditEntry)> {
        self.0.newest(before, most, |entry| app.is_none() || entry.app.as_deref() == app)
    }
}
