//! The heap beside a plain list of what was handed out.

use proptest::prelude::*;

use super::*;
use crate::layout::{Layout, Place};
use crate::testing::Memory;

struct World {
    memory: Memory,
    place: Place,
}

impl World {
    fn new() -> Self {
        let memory = Memory::new(256 << 10);
        let place = Layout::new(256 << 10, 8).unwrap().shards[0];
        let world = Self { memory, place };
        world.with(|heap| {
            heap.clear();
            heap.lay(heap.arena.start, heap.arena.units, 0, Kind::Draft).unwrap();
            heap.free(heap.arena.start).unwrap();
        });
        world
    }

    fn with<T>(&self, run: impl FnOnce(Heap<'_>) -> T) -> T {
        let region = self.memory.region();
        let lists = &self.place.control(&region).lists;
        run(Heap { region: &region, arena: self.place.arena, lists })
    }
}

/// Every block once, in order; says how many units are free.
fn walk(heap: &Heap<'_>) -> u32 {
    let (mut offset, mut before, mut free, mut last_free) = (heap.arena.start, 0, 0, false);
    while offset < heap.arena.end() {
        let block = heap.block(offset).unwrap();
        assert_eq!(block.before.get(), before);
        let is_free = block.kind() == Some(Kind::Free);
        assert!(!(is_free && last_free), "free neighbours have joined");
        free += if is_free { block.size.get() } else { 0 };
        (before, last_free) = (block.size.get(), is_free);
        offset += before;
    }
    assert_eq!((offset, free), (heap.arena.end(), heap.lists.free.get()));
    free
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn blocks_never_overlap_and_all_comes_back(steps in prop::collection::vec((any::<u16>(), 2_u32..700), 1..200)) {
        World::new().with(|heap| {
            let mut taken: Vec<(u32, u32)> = Vec::new();
            for (choice, size) in steps {
                if choice % 3 == 0 && !taken.is_empty() {
                    let (offset, _) = taken.swap_remove(usize::from(choice) % taken.len());
                    heap.free(offset).unwrap();
                } else if let Some(offset) = heap.allocate(size).unwrap() {
                    prop_assert!(taken.iter().all(|(other, len)| offset + size <= *other || other + len <= offset));
                    taken.push((offset, size));
                } else {
                    prop_assert!(walk(&heap) < heap.arena.units, "an empty heap refuses nothing");
                }
                walk(&heap);
            }
            for (offset, _) in taken {
                heap.free(offset).unwrap();
            }
            prop_assert_eq!(walk(&heap), heap.arena.units);
            Ok(())
        })?;
    }
}

#[test]
fn the_whole_arena_can_be_one_block() {
    World::new().with(|heap| {
        assert_eq!(heap.allocate(heap.arena.units), Ok(Some(heap.arena.start)));
        assert_eq!(heap.allocate(LEAST), Ok(None));
    });
}

#[test]
fn contradictions_are_found() {
    type Spoil = fn(&Heap<'_>, u32);
    let spoils: [Spoil; 5] = [
        |heap, offset| heap.block(offset).unwrap().size.set(1),
        |heap, offset| heap.block(offset).unwrap().size.set(u32::MAX),
        |heap, offset| heap.block(offset).unwrap().size.set(9),
        |heap, offset| heap.block(offset).unwrap().before.set(3),
        |heap, offset| heap.block(offset).unwrap().set_kind(Kind::Free),
    ];
    for spoil in spoils {
        World::new().with(|heap| {
            heap.allocate(8).unwrap().unwrap();
            let offset = heap.allocate(8).unwrap().unwrap();
            heap.allocate(8).unwrap().unwrap();
            spoil(&heap, offset);
            assert_eq!(heap.free(offset), Err(Damaged));
        });
    }
}

#[test]
fn a_list_that_names_the_midst_of_a_block_is_not_written_to() {
    World::new().with(|heap| {
        let value = heap.allocate(100).unwrap().unwrap();
        let freed = heap.allocate(8).unwrap().unwrap();
        heap.allocate(8).unwrap().unwrap();
        // As encoded values have them: numbers that could be the size of a block.
        let within = (value + 10) as usize * UNIT;
        assert!(heap.region.write(within, &[5, 0, 0, 0].repeat(8)));
        let (row, column) = class(8);
        heap.lists.heads[row][column].set(value + 10);
        assert_eq!(heap.free(freed), Err(Damaged));
        assert_eq!(heap.region.bytes(within, 32).unwrap(), [5, 0, 0, 0].repeat(8));
    });
}

#[test]
fn classes_rise_with_sizes() {
    let mut last = (0, 0);
    for size in LEAST..100_000 {
        let here = class(size);
        assert!(here >= last && here.0 < ROWS && here.1 < COLUMNS, "{size}");
        assert!(class_above(size) >= here);
        last = here;
    }
    assert_eq!(class(u32::MAX).0, ROWS - 1);
}
