"""Apps in a table as Soketi has it, in PostgreSQL and MariaDB: clients, changes while the server runs, outages, and rows and tables
that are wrong."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest
import urllib.request

import pusher
from harness.certificate import Certificate
from harness.mariadb import MariaDb
from harness.postgres import Postgres
from harness.server import BINARY, Server
from harness.waiting import until
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

WITHIN_S = 10
# The table of Soketi's documentation, as its fixtures have it.
POSTGRES = """create table {table} (
    id varchar(255) primary key, "key" varchar(255) not null, secret varchar(255) not null, max_connections integer not null,
    enable_client_messages smallint not null, "enabled" smallint not null, max_backend_events_per_sec integer not null,
    max_client_events_per_sec integer not null, max_read_req_per_sec integer not null, webhooks json,
    max_presence_members_per_channel integer default null, max_presence_member_size_in_kb integer default null,
    max_channel_name_length integer default null, max_event_channels_at_once integer default null,
    max_event_name_length integer default null, max_event_payload_in_kb integer default null,
    max_event_batch_size integer default null, enable_user_authentication smallint not null)"""
MYSQL = """create table {table} (
    `id` varchar(255) not null, `key` varchar(255) not null, `secret` varchar(255) not null, `max_connections` integer(10) not null,
    `enabled` tinyint(1) not null, `enable_client_messages` tinyint(1) not null, `max_backend_events_per_sec` integer(10) not null,
    `max_client_events_per_sec` integer(10) not null, `max_read_req_per_sec` integer(10) not null, `webhooks` json,
    `max_presence_members_per_channel` tinyint(1) null, `max_presence_member_size_in_kb` tinyint(1) null,
    `max_channel_name_length` tinyint(1) null, `max_event_channels_at_once` tinyint(1) null,
    `max_event_name_length` tinyint(1) null, `max_event_payload_in_kb` tinyint(1) null, `max_event_batch_size` tinyint(1) null,
    `enable_user_authentication` tinyint(1) not null, primary key (`id`))"""


class Client:
    """A client of an app by its key, or the code that refuses it."""

    def __init__(self, server, key):
        self._socket = connect(f"ws://127.0.0.1:{server.port}/app/{key}?protocol=7")
        first = json.loads(self._socket.recv(timeout=WITHIN_S))
        self.refusal = json.loads(first["data"])["code"] if isinstance(first["data"], str) and "code" in first["data"] else None
        if isinstance(first["data"], dict):
            self.refusal = first["data"]["code"]

    def subscribe(self, channel):
        self._socket.send(json.dumps({"event": "pusher:subscribe", "data": {"channel": channel}}))
        return self.next()

    def next(self):
        return json.loads(self._socket.recv(timeout=WITHIN_S))

    def close_code(self):
        """The code that the server closes it with."""
        try:
            while True:
                self._socket.recv(timeout=WITHIN_S)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else None

    def close(self):
        self._socket.close()


class OfTable:
    """What holds for each database; the classes below say which one."""

    tables = 0

    @classmethod
    def setUpClass(cls):
        cls.database = cls.begin()
        cls.addClassCleanup(cls.database.stop)

    def setUp(self):
        OfTable.tables += 1
        self.table = f"apps_{OfTable.tables}"
        self.folder = tempfile.mkdtemp(prefix="baton-apps-database-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.database.sql(self.schema.format(table=self.table))

    def insert(self, id, table=None, **columns):
        row = {
            "id": id, "key": f"key-{id}", "secret": f"hidden-from-the-log-of-{id}", "max_connections": -1, "enabled": 1, "enable_client_messages": 1,
            "max_backend_events_per_sec": -1, "max_client_events_per_sec": -1, "max_read_req_per_sec": -1,
            "enable_user_authentication": 0, **columns,
        }
        value = lambda value: "null" if value is None else str(value) if isinstance(value, int) else f"'{value}'"
        names = ", ".join(f"{self.mark}{name}{self.mark}" for name in row)
        self.database.sql(f"insert into {table or self.table} ({names}) values ({', '.join(map(value, row.values()))})")

    def update(self, id, what):
        self.database.sql(f"update {self.table} set {what.replace('|', self.mark)} where id = '{id}'")

    def server(self, apps=(), environment=None, **settings):
        settings = {"apps_database_url": self.url(), "apps_database_table": self.table, "apps_database_poll_s": 1, "data_dir": self.folder, **settings}
        server = Server(apps=apps, settings=settings, environment=environment)
        self.addCleanup(self.end, server)
        return server

    def end(self, server):
        """Ends a server, in whose output no password may be."""
        if server.is_running():
            self.assertEqual(server.stop(), 0)
        secrets = ("hid/den", "hid%2Fden", "hidden-from-the-log")
        self.assertEqual([line for line in server.log if any(secret in line for secret in secrets)], [])

    def logged(self, server, *parts):
        until(lambda: any(all(part in line for part in parts) for line in server.log), f"a line with {parts}; there are {server.log}")

    def sdk(self, server, id):
        return pusher.Pusher(app_id=id, key=f"key-{id}", secret=f"hidden-from-the-log-of-{id}", host="127.0.0.1", port=server.port, ssl=False)

    def metric(self, server, name):
        with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/metrics", timeout=WITHIN_S) as answer:
            return float(re.search(rf"^{name} (\S+)$", answer.read().decode(), re.M)[1])

    def accepted(self, server, key):
        client = Client(server, key)
        if client.refusal is None:
            self.addCleanup(client.close)
            return client
        client.close()
        return None

    def refused(self, settings=None, apps=(), command="serve", status=1):
        """What a start says that fails."""
        config = pathlib.Path(self.folder) / "refused.toml"
        settings = {"apps_database_url": self.url(), "apps_database_table": self.table, **(settings or {})}
        config.write_text("".join(f"{name} = {json.dumps(value)}\n" for name, value in settings.items()))
        done = subprocess.run([BINARY, command, "--config", config, *(["--listen", "127.0.0.1:0"] if command == "serve" else [])], capture_output=True, text=True, timeout=30)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        self.assertNotIn("hid/den", done.stdout + done.stderr)
        return done.stdout + done.stderr

    def command(self, server, *arguments):
        config = next(pathlib.Path(server._folder).glob("*.toml"))
        return subprocess.run([BINARY, "app", *arguments, "--config", config], capture_output=True, text=True, timeout=30)

    def test_rows_are_apps_and_changes_reach_their_clients(self):
        self.insert("1", webhooks="[]")
        self.insert("2")
        server = self.server()
        listener = Client(server, "key-1")
        self.assertEqual(listener.subscribe("news")["event"], "pusher_internal:subscription_succeeded")
        self.sdk(server, "1").trigger("news", "created", {"n": 1})
        self.assertEqual(json.loads(listener.next()["data"]), {"n": 1})
        # A row that is new is an app within the time between two looks.
        self.insert("3")
        until(lambda: self.accepted(server, "key-3"), "the new app")
        # Of one that is disabled, and of one that is gone, connections end with the codes that stop clients.
        gone = Client(server, "key-2")
        self.database.sql(f"update {self.table} set {self.mark}enabled{self.mark} = 0 where id = '1'; delete from {self.table} where id = '2'")
        self.assertEqual((listener.close_code(), gone.close_code()), (4003, 4001))
        self.assertEqual(Client(server, "key-1").refusal, 4003)
        # Limits change while connections are open, and an app that comes back is another.
        self.update("3", "max_connections = 2")
        self.update("1", "|enabled| = 1")
        until(lambda: Client(server, "key-3").refusal == 4004, "the quota")
        until(lambda: self.accepted(server, "key-1"), "the app that was disabled")
        self.assertEqual((self.metric(server, "baton_apps_database_up"), self.metric(server, "baton_apps_database_apps")), (1, 2))

    def test_a_wrong_row_concerns_no_other(self):
        self.insert("good")
        self.insert("webhook", webhooks='[{"event_types": ["member_added"]}]')
        self.insert("negative", max_connections=-5)
        self.insert("file")
        server = self.server(apps=({"id": "file", "key": "of-file", "secret": "a secret of the file"},))
        for id, column, why in [
            ("webhook", "webhooks", "entry 1: it has no `url`"),
            ("negative", "max_connections", "expected a whole number"),
            ("file", "id", "baton.toml"),
            ("twice", "key", "key of another app"),
        ]:
            if id == "twice":
                self.insert(id, key="key-good")
            self.logged(server, "ERROR", f"table {self.table}, app \"{id}\", column {column}", why, "left out")
        self.assertEqual(self.metric(server, "baton_apps_database_refused_rows"), 4)
        self.assertIsNotNone(self.accepted(server, "of-file"))
        listener = Client(server, "key-good")
        # One that was good keeps what it had, until it is good again.
        self.update("good", "max_client_events_per_sec = -7, max_connections = 1")
        self.logged(server, "ERROR", "app \"good\", column max_client_events_per_sec", "keeps the settings")
        self.assertIsNotNone(self.accepted(server, "key-good"), "the former quota")
        self.update("good", "max_client_events_per_sec = -1")
        until(lambda: Client(server, "key-good").refusal == 4004, "the quota")
        self.update("webhook", "webhooks = '[]'")
        until(lambda: self.accepted(server, "key-webhook"), "the corrected row")
        listener.close()

    def test_an_outage_changes_nothing_and_a_restart_serves_the_copy(self):
        self.insert("1")
        server = self.server()
        listener = Client(server, "key-1")
        listener.subscribe("news")
        self.database.halt()
        try:
            until(lambda: self.metric(server, "baton_apps_database_up") == 0, "the outage")
            self.logged(server, "ERROR", "cannot be read", "the apps stay as they are")
            self.sdk(server, "1").trigger("news", "created", "x")
            self.assertEqual(listener.next()["event"], "created")
            self.assertEqual(server.stop(), 0)
            copy = pathlib.Path(self.folder) / "apps-database.sqlite"
            self.assertEqual(copy.stat().st_mode & 0o777, 0o600)
            server = self.server()
            self.logged(server, "WARN", "1 apps of the copy in data_dir are served")
            listener = Client(server, "key-1")
            self.assertEqual(self.metric(server, "baton_apps_database_up"), 0)
        finally:
            self.database.start()
        self.insert("2")
        until(lambda: self.accepted(server, "key-2"), "the app of after the outage")
        self.logged(server, "INFO", "it is read again")
        self.assertEqual(sum("the apps stay as they are" in line for line in server.log), 1, "one line for an outage")
        self.update("1", "|enabled| = 0")
        self.assertEqual(listener.close_code(), 4003)

    def test_another_schema_is_refused_and_named(self):
        for change, parts in [
            ("drop column secret", ["no column secret"]),
            (self.binary, ["column secret", "expected a text"]),
        ]:
            with self.subTest(change):
                self.database.sql(f"alter table {self.table} {change}")
                said = self.refused()
                for part in [self.table, *parts, "apps_database_table"]:
                    self.assertIn(part, said)
        self.assertIn("apps_database_table", self.refused({"apps_database_table": "missing"}))

    def test_a_table_that_changes_leaves_the_apps(self):
        self.insert("1")
        server = self.server()
        self.database.sql(f"alter table {self.table} add column mine text")
        self.database.sql(f"alter table {self.table} rename to {self.table}_away")
        self.logged(server, "ERROR", "cannot be read", self.table)
        self.assertIsNotNone(self.accepted(server, "key-1"))
        self.database.sql(f"alter table {self.table}_away rename to {self.table}")
        self.insert("2")
        until(lambda: self.accepted(server, "key-2"), "the app of after")

    def test_a_row_with_megabytes_concerns_no_other(self):
        self.database.sql(f"alter table {self.table} {self.texts}")
        self.insert("1")
        for n in range(20):
            self.insert(f"large-{n}")
        self.database.sql(f"update {self.table} set secret = repeat('x', 15000000) where id like 'large%'")
        server = self.server()
        self.logged(server, "ERROR", "app \"large-0\", column secret", "it has more than 4096 bytes")
        self.assertIsNotNone(self.accepted(server, "key-1"))
        until(lambda: self.metric(server, "baton_apps_database_up"), "the next look")

    def test_rows_are_in_effect_once_other_settings_are_right_again(self):
        self.insert("1")
        keys = pathlib.Path(self.folder) / "jwks.json"
        keys.write_text('{"keys": []}')
        server = self.server(apps=({"id": "file", "key": "of-file", "secret": "a secret of the file", "jwks_file": str(keys)},))
        keys.rename(f"{keys}.away")
        self.insert("2")
        self.logged(server, "ERROR", "jwks_file")
        pathlib.Path(f"{keys}.away").rename(keys)
        until(lambda: self.accepted(server, "key-2"), "the app of the time when the settings were wrong")

    def test_the_copy_is_served_whatever_the_failure_and_its_damage_ends_no_start(self):
        self.insert("1")
        server = self.server()
        copy = pathlib.Path(self.folder) / "apps-database.sqlite"
        until(copy.exists, "the copy")
        self.assertEqual(server.stop(), 0)
        self.database.sql(f"alter table {self.table} rename to {self.table}_away")
        server = self.server()
        self.logged(server, "ERROR", "1 apps of the copy in data_dir are served")
        self.assertIsNotNone(self.accepted(server, "key-1"))
        self.assertEqual(server.stop(), 0)
        self.database.sql(f"alter table {self.table}_away rename to {self.table}")
        copy.write_bytes(b"no database" * 1000)
        server = self.server()
        self.logged(server, "WARN", "the copy is not read", "damaged")
        self.assertIsNotNone(self.accepted(server, "key-1"))

    def test_a_running_server_takes_no_table(self):
        server = Server(apps=({"id": "file", "key": "of-file", "secret": "a secret of the file"},), settings={"watch_files": True})
        self.addCleanup(self.end, server)
        config = next(pathlib.Path(server._folder).glob("*.toml"))
        config.write_text(f"apps_database_url = {json.dumps(self.url())}\n{config.read_text().split('[[apps]]')[0]}")
        self.logged(server, "ERROR", "apps_database_url", "restart the server")
        self.assertIsNotNone(self.accepted(server, "of-file"))

    def test_older_tables_and_odd_names_are_read(self):
        odd = 'od"d`; drop table x; --'
        quoted = self.mark + odd.replace(self.mark, self.mark * 2) + self.mark
        key, secret = (f"{self.mark}{name}{self.mark}" for name in ("key", "secret"))
        self.database.sql(f"create table {quoted} (id integer primary key, {key} varchar(100), {secret} varchar(100), max_connections integer)")
        self.database.sql(f"insert into {quoted} values (7, 'key-7', 'hidden-from-the-log-of-7', null)")
        server = self.server(apps_database_table=odd)
        listener = Client(server, "key-7")
        listener.subscribe("news")
        self.sdk(server, "7").trigger("news", "created", "x")
        self.assertEqual(listener.next()["event"], "created")
        for name in ("a.b.c", "a\\b", "a\nb", ""):
            self.assertIn("apps_database_table", self.refused({"apps_database_table": name}, status=2))

    def test_administrators_see_whose_app_it_is(self):
        self.insert("1")
        server = self.server(apps=({"id": "file", "key": "of-file", "secret": "a secret of the file"},))
        listed = {app["id"]: app["declared_in"] for app in json.loads(self.command(server, "list", "--json").stdout)["apps"]}
        self.assertEqual(listed, {"1": "database", "file": "settings"})
        self.assertIn(f"In the table {self.table}", self.command(server, "show", "1").stdout)
        for arguments in (["set", "1", "max_connections=1"], ["create", "--id", "1"], ["create", "key=key-1"], ["delete", "1"], ["rotate-key", "1"]):
            done = self.command(server, *arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertIn("is changed there", done.stderr)
        self.assertEqual(self.command(server, "create", "--id", "stored").returncode, 0)
        checked = subprocess.run(
            [BINARY, "check", "--config", next(pathlib.Path(server._folder).glob("*.toml"))], capture_output=True, text=True, timeout=30
        )
        self.assertEqual(checked.returncode, 0)
        self.assertIn("The database of apps was not asked", checked.stdout)
        self.assertNotIn("hid/den", checked.stdout)

    def test_a_database_that_is_not_there_is_named(self):
        for url in self.wrong_urls():
            said = self.refused({"apps_database_url": url})
            self.assertIn("cannot be read", said)
            self.assertIn("apps_database_url", said)


class OfPostgres(OfTable, unittest.TestCase):
    schema, mark = POSTGRES, '"'
    binary = "add column secret bytea"
    texts = "alter column secret type text"

    @classmethod
    def begin(cls):
        database = Postgres()
        database.sql("create role reader login password 'hid/den'")
        database.sql("grant pg_read_all_data to reader")
        return database

    def url(self):
        return f"postgresql://reader:hid%2Fden@/postgres?host={self.database.folder}"

    def wrong_urls(self):
        return [f"postgresql://nobody:hid%2Fden@/postgres?host={self.database.folder}"]

    def test_soketis_variables_name_it(self):
        """The table and its database by Soketi's own names; the database's port is that of a socket's file."""
        self.insert("1")
        environment = {
            "SOKETI_APP_MANAGER_DRIVER": "postgres", "SOKETI_APP_MANAGER_POSTGRES_TABLE": self.table, "SOKETI_APP_MANAGER_POSTGRES_VERSION": "15",
            "SOKETI_DB_POSTGRES_HOST": "127.0.0.1", "SOKETI_DB_POSTGRES_USERNAME": "reader", "SOKETI_DB_POSTGRES_PASSWORD": "hid/den",
            "SOKETI_DB_POSTGRES_DATABASE": "main", "SOKETI_DEFAULT_APP_KEY": "not-served",
        }
        done = subprocess.run([BINARY, "check"], env={**os.environ, **environment}, capture_output=True, text=True, timeout=30)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"apps_database_url += .\*+. +# SOKETI_APP_MANAGER_DRIVER")
        self.assertIn(f'"{self.table}"', done.stdout)
        self.assertNotIn("not-served", done.stdout.replace("SOKETI_DEFAULT_APP_KEY", ""))


class OfMariaDb(OfTable, unittest.TestCase):
    schema, mark = MYSQL, "`"
    binary = "add column secret blob"
    texts = "modify secret longtext not null"

    @classmethod
    def begin(cls):
        cls.certificate = Certificate()
        cls.addClassCleanup(cls.certificate.remove)
        return MariaDb(cls.certificate)

    def url(self):
        return self.database.url()

    def wrong_urls(self):
        return [
            f"mysql://baton:hid%2Fden@127.0.0.1:{self.database.port}/main",
            "mysql://baton:hid%2Fden@127.0.0.1:1/main",
        ]

    def test_the_connection_is_encrypted_as_the_url_says(self):
        self.insert("1")
        for parameters in ("?sslmode=disable", "?sslmode=require", f"?sslmode=verify-full&sslrootcert={self.certificate.certificate}"):
            with self.subTest(parameters):
                server = self.server(apps_database_url=self.database.url(parameters))
                self.assertIsNotNone(self.accepted(server, "key-1"))
                server.stop()
        said = self.refused({"apps_database_url": self.database.url("?sslmode=verify-full&sslrootcert=system")})
        self.assertIn("TLS to the database failed", said)
        # A user who must use TLS is let in with it alone.
        self.database.sql("create or replace user tls@'%' identified by 'hid/den' require ssl; grant select on *.* to tls@'%'")
        url = self.database.url().replace("baton:hid%2Fden%40p%3Aw%3F", "tls:hid%2Fden")
        self.assertIn("cannot be read", self.refused({"apps_database_url": f"{url}?sslmode=disable"}))
        self.assertIsNotNone(self.accepted(self.server(apps_database_url=url), "key-1"))

    def test_soketis_variables_name_it(self):
        self.insert("1")
        self.insert("2", max_event_payload_in_kb=1)
        environment = {
            "SOKETI_APP_MANAGER_DRIVER": "mysql", "SOKETI_APP_MANAGER_MYSQL_TABLE": self.table, "SOKETI_APP_MANAGER_MYSQL_USE_V2": "true",
            "SOKETI_DB_MYSQL_PORT": str(self.database.port), "SOKETI_DB_MYSQL_USERNAME": "baton",
            "SOKETI_DB_MYSQL_PASSWORD": self.database.password, "SOKETI_DB_MYSQL_DATABASE": "main", "SOKETI_EVENT_MAX_SIZE_IN_KB": "2",
        }
        server = Server(apps=(), environment=environment)
        self.addCleanup(self.end, server)
        self.assertIsNotNone(self.accepted(server, "key-1"))
        self.sdk(server, "1").trigger("news", "created", "x" * 2000)
        with self.assertRaisesRegex(Exception, "2048"):
            self.sdk(server, "1").trigger("news", "created", "x" * 2100)
        with self.assertRaisesRegex(Exception, "1024"):
            self.sdk(server, "2").trigger("news", "created", "x" * 1100)


if __name__ == "__main__":
    unittest.main()
