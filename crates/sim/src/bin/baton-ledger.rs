//! Judges a delivery ledger: `baton-ledger FILE.jsonl`, or `-` for standard input.

use std::{
    fs::File,
    io::{self, BufReader},
    process::ExitCode,
};

use baton_sim::ledger::{Ledger, ReadError};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let (Some(file), None) = (arguments.next(), arguments.next()) else {
        eprintln!("usage: baton-ledger FILE.jsonl (or - for standard input)");
        return ExitCode::from(2);
    };
    let ledger = match read(&file) {
        Ok(ledger) => ledger,
        Err(error) => {
            eprintln!("{file} is no ledger: {error}");
            return ExitCode::from(2);
        }
    };
    let findings = ledger.check();
    for finding in &findings {
        println!("{finding}");
    }
    let (acked, deliveries) = ledger.counts();
    println!("{acked} messages acknowledged, {deliveries} deliveries, {} findings", findings.len());
    if findings.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) }
}

fn read(file: &str) -> Result<Ledger, ReadError> {
    if file == "-" {
        return Ledger::read(io::stdin().lock());
    }
    Ledger::read(BufReader::new(File::open(file).map_err(ReadError::Io)?))
}
