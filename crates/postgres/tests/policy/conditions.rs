//! Conditions of policies, and policies made of them by chance.

/// Conditions that are evaluated here.
pub(crate) const ATOMS: &[&str] = &[
    "auth.uid() = owner",
    "owner = auth.uid()",
    "(select auth.uid()) = owner",
    "owner <> (select auth.uid())",
    "auth.uid()::text = owner_text",
    "(select auth.uid()::text) = owner_text",
    "owner_text::uuid = auth.uid()",
    "auth.uid() = any (members)",
    "auth.uid() is not null",
    "auth.uid() is null",
    "auth.role() = 'authenticated'",
    "(select auth.role()) in ('authenticated', 'anon')",
    "auth.jwt() ->> 'org' = owner_text",
    "(auth.jwt() ->> 'org') = label",
    "(select auth.jwt() ->> 'org') = any (tags)",
    "((select auth.jwt()) ->> 'org') is null",
    "(auth.jwt() -> 'app' ->> 'org') = code",
    "(auth.jwt() -> 'app' -> 'list' ->> 0) = 'x'",
    "(auth.jwt() ->> 'admin')::boolean",
    "coalesce((auth.jwt() ->> 'admin')::boolean, false)",
    "(auth.jwt() ->> 'n')::int = n",
    "(auth.jwt() ->> 'n')::numeric < amount",
    "current_setting('request.jwt.claims', true)::json ->> 'sub' = owner_text",
    "(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid = owner",
    "is_open",
    "not is_open",
    "is_open is true",
    "is_open is not false",
    "(n > 0) is unknown",
    "is_open = true",
    "n = 1",
    "n > -5",
    "n = any (array[1, 7])",
    "n not in (1, 0)",
    "big >= n",
    "big = 9000000000",
    "amount > 1.4",
    "amount = 7",
    "f < 0.6",
    "f = 0",
    "state = 'ok'",
    "state >= 'ok'",
    "state in ('sad', 'happy')",
    "state::text = 'ok'",
    "label = 'a'",
    "label in ('a', 'org1')",
    "label is distinct from 'a'",
    "owner_text is not distinct from null",
    "code = 'b'",
    "owner_text like 'not%'",
    "label not like '%1'",
    "posix < 'a'",
    "'ok' = any (tags)",
    "'a' = any (tags)",
    "at < '2024-06-01 10:00:01+00'",
    "day >= '2024-01-01'",
    "day = 'infinity'",
    "data is null",
    "data is not null",
    "tags is null",
    "years = 7",
    "years > 5",
    "\"Odd \"\"name\" = 'it''s \\ x'",
    "\"Odd \"\"name\" in ('x', 'y')",
    "coalesce(owner_text, label) = 'b'",
    "true",
    "false",
];

/// Conditions that are not.
pub(crate) const UNCERTAIN: &[&str] = &[
    "exists (select from other)",
    "n in (select id from other)",
    "public.allowed(n)",
    "lower(label) = 'a'",
    "n + 1 = 2",
    "current_user = 'authenticated'",
    "auth.email() = 'someone else'",
    "owner_text operator(public.=) 'x'",
    "owner_text = 'a' collate \"C\"",
    "at > now()",
    "day = at",
    "owner_text ~ 'a'",
    "data ->> 'a' = 'b'",
    "tags @> array['a']",
    "current_setting('request.jwt.claim.sub', true) = owner_text",
    "current_setting('request.headers', true) = owner_text",
    "auth.jwt() is null",
    "label::varchar(1) = 'a'",
    "case when is_open then true else false end",
    "t is null",
    "code like 'a%'",
];

/// Numbers by Marsaglia's xorshift: the same policies in every run.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % sides as u64).unwrap()
    }

    fn condition(&mut self, depth: usize) -> String {
        let one = |dice: &mut Self| dice.condition(depth - 1);
        match if depth == 0 { 0 } else { self.roll(6) } {
            0 => format!("({})", ATOMS[self.roll(ATOMS.len())]),
            1 => format!("({} and {})", one(self), one(self)),
            2 | 3 => format!("({} or {})", one(self), one(self)),
            4 => format!("(not {})", one(self)),
            _ => format!("({} is not true)", one(self)),
        }
    }

    pub(crate) fn policies(&mut self) -> Vec<Stated> {
        (0..1 + self.roll(3)).map(|place| self.policy(place == 0)).collect()
    }

    /// A policy of any command, with and without each of its expressions. The first of a table is mostly one that lets rows
    /// be seen.
    fn policy(&mut self, is_first: bool) -> Stated {
        let command =
            if is_first && self.roll(4) > 0 { "select" } else { COMMANDS[self.roll(COMMANDS.len())] };
        let is_permissive = is_first || self.roll(2) == 0;
        let using = (command != "insert" && self.roll(5) > 0).then(|| self.condition(2));
        let check = (!matches!(command, "select" | "delete") && self.roll(2) == 0).then(|| self.condition(1));
        Stated { is_permissive, command, using, check }
    }
}

const COMMANDS: &[&str] = &["select", "all", "all", "insert", "update", "delete"];

/// A policy as `CREATE POLICY` takes it.
#[derive(Debug, Clone)]
pub(crate) struct Stated {
    pub(crate) is_permissive: bool,
    pub(crate) command: &'static str,
    pub(crate) using: Option<String>,
    pub(crate) check: Option<String>,
}

impl Stated {
    /// A permissive policy for `SELECT`.
    pub(crate) fn shows(condition: &str) -> Self {
        Self { is_permissive: true, command: "select", using: Some(condition.to_owned()), check: None }
    }

    /// A restrictive policy for `SELECT`.
    pub(crate) fn hides(condition: &str) -> Self {
        Self { is_permissive: false, ..Self::shows(condition) }
    }

    pub(crate) fn sql(&self, name: &str) -> String {
        let Self { is_permissive, command, using, check } = self;
        let kind = if *is_permissive { "permissive" } else { "restrictive" };
        let clause = |word: &str, text: &Option<String>| {
            text.as_ref().map_or_else(String::new, |text| format!(" {word} ({text})"))
        };
        let (using, check) = (clause("using", using), clause("with check", check));
        format!("create policy {name} on t as {kind} for {command} to authenticated{using}{check};")
    }
}
