//! The PostgreSQL that other tests stand on.

use baton_postgres::testing::Postgres;

#[test]
fn a_server_of_its_own_starts_stops_and_keeps_its_data() {
    let postgres = Postgres::start(&[]);
    let database = postgres.database();
    postgres.psql(&database, "create table t as select 1 as a");
    postgres.restart();
    assert_eq!(postgres.psql(&database, "select a from t"), "1");
    assert_eq!(postgres.psql(&database, "show wal_level"), "logical");
}
