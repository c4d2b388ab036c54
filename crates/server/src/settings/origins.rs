//! Where each setting of a table comes from.

use std::ops::Index;
use std::sync::Arc;

use super::fault::Origin;

/// An origin for each setting. An app shares those that it has from `[app_defaults]`, and most are of nobody: a list of all
/// for each of ten thousand apps was half of what reading them took.
#[derive(Debug, Clone)]
pub(crate) struct Origins {
    shared: Arc<[Origin]>,
    /// Those that differ, by their places.
    own: Vec<(usize, Origin)>,
}

impl Origins {
    /// Nobody set any of so many settings.
    pub(super) fn unset(count: usize) -> Self {
        Self { shared: (0..count).map(|_| Origin::Default).collect(), own: Vec::new() }
    }

    /// The same ones, for many to share.
    pub(super) fn shared(&self) -> Self {
        Self { shared: self.iter().cloned().collect(), own: Vec::new() }
    }

    /// In the order of the table.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Origin> {
        (0..self.shared.len()).map(|index| &self[index])
    }

    /// Changes the origin of the setting at this place.
    pub(super) fn update(&mut self, index: usize, change: impl FnOnce(&mut Origin)) {
        match self.own.iter_mut().find(|(of, _)| *of == index) {
            Some((_, origin)) => change(origin),
            None => {
                let mut origin = self[index].clone();
                change(&mut origin);
                if origin != self[index] {
                    self.own.push((index, origin));
                }
            }
        }
    }
}

impl Index<usize> for Origins {
    type Output = Origin;

    /// That of the setting at this place; nobody set one that the table lacks.
    fn index(&self, index: usize) -> &Origin {
        let own = self.own.iter().find(|(of, _)| *of == index);
        own.map(|(_, origin)| origin).or_else(|| self.shared.get(index)).unwrap_or(&Origin::Default)
    }
}
