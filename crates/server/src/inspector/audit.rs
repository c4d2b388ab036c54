//! Who signed in to the inspector, and what they looked at and changed.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::sessions::Credential;
use crate::clock::unix_ms;
use crate::per_second::PerSecond;

/// Entries that are remembered.
const ENTRIES: usize = 1_000;
/// Of these, how many may be of one app's sessions, or of refused sign-ins: nobody pushes out what others did.
const ENTRIES_OF_ONE: usize = 100;
/// Entries that are logged per second.
const LINES_PER_SECOND: u32 = 100;
/// How long the same look is not noted again.
const LOOK_MS: u64 = 600_000;
/// Characters of what an entry is about: names of channels may have many.
const SUBJECT_CHARACTERS: usize = 300;

/// Of those who are not signed in.
const NO_ROLE: &str = "none";

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
#[derive(Debug, Default)]
pub(crate) struct Audit {
    list: Mutex<List>,
    lines: PerSecond,
}

#[derive(Debug, Default)]
struct List {
    /// The oldest first, each with its number.
    entries: VecDeque<(u64, AuditEntry)>,
    last: u64,
}

impl List {
    fn add(&mut self, entry: AuditEntry) {
        let is_bounded = entry.app.is_some() || entry.role == NO_ROLE;
        let of_one = self.entries.iter().filter(|(_, one)| one.who == entry.who).count();
        let gives_way = match is_bounded && of_one >= ENTRIES_OF_ONE {
            true => self.entries.iter().position(|(_, one)| one.who == entry.who),
            false => (self.entries.len() >= ENTRIES).then_some(0),
        };
        if let Some(place) = gives_way {
            self.entries.remove(place);
        }
        self.last += 1;
        self.entries.push_back((self.last, entry));
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
        let is_noted = self.list().entries.iter().rev().any(|(_, one)| is_same(one));
        if !is_noted {
            self.add(entry);
        }
    }

    /// Somebody has tried to sign in, and is refused.
    pub(crate) fn note_refused(&self, address: IpAddr) {
        self.add(AuditEntry {
            at_ms: unix_ms(),
            who: "nobody".into(),
            role: NO_ROLE,
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
        if self.lines.takes(entry.at_ms / 1_000, LINES_PER_SECOND) {
            tracing::info!(who = &**who, role, %address, action, subject = &**subject, "inspector");
        }
        self.list().add(entry);
    }

    fn list(&self) -> MutexGuard<'_, List> {
        // Entries are added whole: what a panic left behind is right.
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The newest entries, of one app or of all, from the one before number `before` on.
    pub(crate) fn newest(
        &self,
        before: Option<u64>,
        most: usize,
        app: Option<&str>,
    ) -> Vec<(u64, AuditEntry)> {
        let list = self.list();
        let older =
            list.entries.iter().rev().filter(|(number, _)| before.is_none_or(|before| *number < before));
        older.filter(|(_, entry)| app.is_none() || entry.app.as_deref() == app).take(most).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_pushes_out_what_others_did() {
        let (audit, address) = (Audit::default(), IpAddr::from([127, 0, 0, 1]));
        audit.note(&Credential::StartLink, address, "publish", "first");
        let app = Credential::App("1".into(), [0; 32]);
        for _ in 0..2 * ENTRIES {
            audit.note(&app, address, "sign", "app 1");
            audit.note_refused(address);
        }
        let all = audit.newest(None, 2 * ENTRIES, None);
        assert_eq!(all.len(), 1 + 2 * ENTRIES_OF_ONE);
        assert_eq!(all.last().map(|(number, one)| (*number, &*one.subject)), Some((1, "first")));
        assert_eq!(audit.newest(None, 2 * ENTRIES, Some("1")).len(), ENTRIES_OF_ONE);
        for n in 0..ENTRIES {
            audit.note_look(&Credential::StartLink, address, "look", &n.to_string());
            audit.note_look(&Credential::StartLink, address, "look", &n.to_string());
        }
        assert_eq!(audit.newest(None, 2 * ENTRIES, None).len(), ENTRIES);
    }
}
