"""One PostgreSQL for a run, and in it a database for each program that needs one."""

import re
import subprocess
import threading
import time

from harness.postgres import Postgres
from harness.server import BINARY

# Tables and policies as an application has them: `team` is a private channel that Ann may read and write, and Bob read; each
# sees the todos of their own.
SETUP = """
    create table public.members (member uuid, room text, writes boolean);
    insert into public.members values
      ('00000000-0000-0000-0000-00000000000a', 'team', true), ('00000000-0000-0000-0000-00000000000b', 'team', false);
    grant select on public.members to authenticated;
    create policy reading on realtime.messages for select to authenticated using
      (exists (select from public.members where member = auth.uid() and room = realtime.topic()));
    create policy writing on realtime.messages for insert to authenticated with check
      (exists (select from public.members where member = auth.uid() and room = realtime.topic() and writes));
    create table public.todos (id int primary key, owner uuid, title text, done boolean default false);
    alter table public.todos enable row level security;
    alter table public.todos replica identity full;
    create policy own on public.todos for select to authenticated using ((select auth.uid()) = owner);
    grant select on public.todos to authenticated;
    alter publication supabase_realtime add table public.todos;
"""
# Each Baton has one slot and reads it on one connection.
SETTINGS = ["max_replication_slots=64", "max_wal_senders=64", "max_connections=300"]


class Databases:
    """The server, started with the first database that is asked for."""

    def __init__(self):
        self._postgres = None
        self._lock = threading.Lock()

    def create(self, name):
        """A database as `baton pg setup` makes it, with the tables above."""
        with self._lock:
            if self._postgres is None:
                self._start()
            name = re.sub(r"[^a-z0-9]+", "_", name.lower())
            self._postgres.sql(f"create database {name} template template_app strategy file_copy")
        return Database(self._postgres, name)

    def _start(self):
        self._postgres = Postgres(SETTINGS)
        self._postgres.sql("create database template_app")
        command = [BINARY, "pg", "setup", "--database", self._postgres.url(database="template_app"), "--role", "baton"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        self._postgres.sql(SETUP, "template_app")

    def stop(self):
        """Ends the server."""
        if self._postgres:
            self._postgres.stop()


class Database:
    """One of them, with the name of the slot that Baton reads it through."""

    def __init__(self, postgres, name):
        self._postgres, self.name = postgres, name
        self.url = postgres.url("baton", name)

    def sql(self, text):
        """Runs statements as the superuser; what they print."""
        return self._postgres.sql(text, self.name)

    def drop(self):
        """Drops it, with its slot: a slot that nobody reads would keep the log of all others."""
        mine = f"pg_replication_slots where slot_name = '{self.name}'"
        # Baton has ended; the process that sent to it may not have noticed.
        for _ in range(100):
            self._postgres.sql(f"select pg_terminate_backend(active_pid) from {mine} and active")
            if not self._postgres.sql(f"select pg_drop_replication_slot(slot_name) from {mine} and not active; select 1 from {mine}"):
                break
            time.sleep(0.1)
        self._postgres.sql(f"drop database {self.name} with (force)")
