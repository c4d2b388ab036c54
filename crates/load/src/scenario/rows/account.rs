//! What a client has received, held against what was written.

use super::audience::Audience;
use crate::fault::Fault;

/// What all accounts of a run have in common.
#[derive(Debug, Clone, Copy)]
pub(super) struct Terms {
    pub(super) audience: Audience,
    /// Row n has key n modulo this.
    pub(super) keys: u64,
    /// Row n is written by writer n modulo this, in that order.
    pub(super) writers: u64,
}

/// One client's account: for each writer, the rows below this number have been received, as far as
/// they are the client's.
#[derive(Debug)]
pub(super) struct Account {
    client: usize,
    next: Vec<u64>,
}

impl Terms {
    fn receives(self, client: usize, row: u64) -> bool {
        self.audience.receives(client, row % self.keys)
    }

    /// How far apart a writer's rows are that may be a client's: no closer than this.
    fn stride(self) -> u64 {
        if !self.audience.has_one_key() {
            return self.writers;
        }
        // The least common multiple.
        let (mut one, mut other) = (self.keys, self.writers);
        while other > 0 {
            (one, other) = (other, one % other);
        }
        self.keys / one * self.writers
    }

    /// The first row of a writer that is the client's, if it ever has one.
    fn first(self, client: usize, writer: u64) -> Option<u64> {
        let step = usize::try_from(self.writers).unwrap_or(usize::MAX);
        (writer..writer + self.keys * self.writers).step_by(step).find(|&row| self.receives(client, row))
    }

    /// The first row in a range of a writer's that is the client's.
    fn missing(self, client: usize, from: u64, to: u64) -> Option<u64> {
        let stride = usize::try_from(self.stride()).unwrap_or(usize::MAX);
        (from..to).step_by(stride).find(|&row| self.receives(client, row))
    }
}

impl Account {
    pub(super) fn new(client: usize, terms: Terms) -> Self {
        let next = (0..terms.writers).map(|writer| terms.first(client, writer).unwrap_or(u64::MAX)).collect();
        Self { client, next }
    }

    /// Enters a row that has come. Fails if it is none of the client's, a second one, or proves a
    /// loss.
    pub(super) fn enter(&mut self, row: u64, terms: Terms) -> Result<(), Fault> {
        let client = self.client;
        if !terms.receives(client, row) {
            return Err(Fault::Run(format!("client {client} received row {row}, which is none of its own")));
        }
        let writer = usize::try_from(row % terms.writers).unwrap_or(usize::MAX);
        let Some(next) = self.next.get_mut(writer) else {
            return Err(Fault::Run(format!("client {client} received row {row} of a writer that is none")));
        };
        if row < *next {
            return Err(Fault::Run(format!("client {client} received row {row} twice or out of order")));
        }
        if let Some(lost) = terms.missing(client, *next, row) {
            return Err(Fault::Run(format!(
                "client {client} never received row {lost}: row {row} has overtaken it"
            )));
        }
        *next = row + terms.stride();
        Ok(())
    }

    /// The first row that is missing when each writer has committed so many rows.
    pub(super) fn missing(&self, committed: &[u64], terms: Terms) -> Option<u64> {
        let writers = self.next.iter().zip(committed).zip(0..);
        writers
            .filter_map(|((&next, &rows), writer)| {
                terms.missing(self.client, next, writer + rows * terms.writers)
            })
            .min()
    }

    /// Whose it is.
    pub(super) fn client(&self) -> usize {
        self.client
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVERYONE: Terms = Terms { audience: Audience::Everyone, keys: 10, writers: 2 };
    const OWN: Terms = Terms { audience: Audience::Group { members: 1 }, keys: 10, writers: 4 };
    const TEAM: Terms = Terms { audience: Audience::Team { teams: 5 }, keys: 10, writers: 1 };

    fn enter(client: usize, terms: Terms, rows: &[u64]) -> Result<Account, Fault> {
        let mut account = Account::new(client, terms);
        rows.iter().try_for_each(|&row| account.enter(row, terms))?;
        Ok(account)
    }

    fn refused(result: Result<Account, Fault>, reason: &str) {
        let text = result.unwrap_err().to_string();
        assert!(text.contains(reason), "{text}");
    }

    #[test]
    fn whole_accounts_miss_nothing() {
        // Writers are in no step with each other.
        let account = enter(3, EVERYONE, &[0, 2, 1, 4, 3]).unwrap();
        assert_eq!(account.missing(&[3, 2], EVERYONE), None);
        assert_eq!(account.missing(&[3, 3], EVERYONE), Some(5));
        // Row 3 is of writer 3, row 13 of writer 1, row 23 of writer 3.
        let account = enter(3, OWN, &[3, 13, 23]).unwrap();
        assert_eq!(account.missing(&[8, 8, 8, 8], OWN), None); // rows 0 to 31
        assert_eq!(account.missing(&[9, 9, 9, 9], OWN), Some(33));
        let account = enter(2, TEAM, &[2, 7, 12]).unwrap();
        assert_eq!(account.missing(&[17], TEAM), None);
        assert_eq!(account.missing(&[18], TEAM), Some(17));
    }

    #[test]
    fn a_loss_a_double_and_a_strangers_row_fail_the_run() {
        refused(enter(3, EVERYONE, &[0, 4]), "never received row 2");
        refused(enter(3, EVERYONE, &[0, 0]), "twice");
        refused(enter(3, EVERYONE, &[2]), "never received row 0");
        refused(enter(3, OWN, &[4]), "none of its own");
        refused(enter(3, OWN, &[3, 43]), "never received row 23");
        refused(enter(2, TEAM, &[2, 12]), "never received row 7");
        refused(enter(2, TEAM, &[3]), "none of its own");
    }
}
