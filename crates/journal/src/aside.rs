//! Copies damaged bytes to files of their own, for an operator to examine. The cleaner removes segments in time.

use std::fs::File;
use std::io;
use std::path::Path;

use crate::Damage;
use crate::directory::Directory;
use crate::disk::Disk;
use crate::window::Window;

/// Copies what is damaged and was not yet copied, and enters the files' names. What fails is left out: a directory
/// that cannot be written must not keep a server from starting.
pub(crate) fn set_aside(directory: &Directory, disk: &Disk, damage: &mut [Damage]) {
    let mut has_copied = false;
    for damage in damage.iter_mut().filter(|damage| damage.bytes > 0 && !damage.is_torn) {
        let path = directory.damaged(damage.segment, damage.offset);
        let is_there = std::fs::metadata(&path).is_ok_and(|found| found.len() == damage.bytes);
        // A copy that the operator removed after an earlier opening is not made again.
        if !is_there && !damage.is_known {
            if copy(directory, disk, damage, &path).is_err() {
                let _ = disk.remove(&path);
                continue;
            }
            has_copied = true;
        }
        damage.set_aside = (is_there || !damage.is_known).then_some(path);
    }
    if has_copied {
        // The copies are there in any case, only perhaps not after a power failure.
        let _ = disk.sync_directory(directory.handle());
    }
}

fn copy(directory: &Directory, disk: &Disk, damage: &Damage, path: &Path) -> io::Result<()> {
    let mut window = Window::new(File::open(directory.segment(damage.segment))?, Vec::new())?;
    let file = disk.create(path)?;
    let mut copied = 0;
    while copied < damage.bytes {
        let chunk = window.chunk(damage.offset + copied)?;
        let left = usize::try_from(damage.bytes - copied).unwrap_or(usize::MAX);
        let chunk = &chunk[..chunk.len().min(left)];
        if chunk.is_empty() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        disk.write(&file, chunk, copied)?;
        copied += chunk.len() as u64;
    }
    disk.sync(&file)
}
