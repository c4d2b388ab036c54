"""What one connection costs the others is bounded by rates and by gathering, whatever it repeats (amplification.py)."""

import json
import unittest

from amplification import APP, CASES, SETTINGS, SETTLE_S, UNLIMITED, measure
from attack import Attack
from harness.tokens import token
from socket_client import exchange, status_of

# At once and per second: what the defaults let through. Ending a subscription is free, and counts as no command here.
CARRIED_OUT = (2_000, 100)


class WithRates(Attack):
    apps = (APP,)
    settings = SETTINGS

    def test_every_command_has_a_rate_and_costs_the_others_no_more_than_its_limit(self):
        for case in CASES:
            with self.subTest(f"{case.protocol}: {case.name}"):
                cost = measure(case, self.server)
                at_once, per_second = CARRIED_OUT
                self.assertGreaterEqual(cost.refused, cost.commands - at_once - per_second * cost.elapsed - 1, cost)
                self.assertLessEqual(cost.others_messages, case.most(cost.elapsed + SETTLE_S), cost)


    def status(self, count, **headers):
        body = json.dumps({"messages": [{"topic": "room", "event": "e", "payload": {}}] * count}).encode()
        lines = ["POST /realtime/v1/api/broadcast HTTP/1.1", "Host: x", "Connection: close", f"Content-Length: {len(body)}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        answer = exchange(self.server, "\r\n".join(lines).encode() + b"\r\n\r\n" + body)
        return status_of(answer), "retry-after: 1" in answer.lower()

    def test_senders_over_http_have_rates_of_their_own_and_the_project_none(self):
        ann, bob = ({"Authorization": f"Bearer {token(role='authenticated', sub=user)}"} for user in ("ann", "bob"))
        self.assertEqual(self.status(101, **ann), (429, False), "more than there is ever room for")
        self.assertEqual(self.status(100, **ann), (202, False))
        self.assertEqual(self.status(90, **ann), (429, True))
        self.assertEqual(self.status(100, **bob), (202, False))
        self.assertEqual(self.status(1_000, Authorization=f"Bearer {token(role='service_role')}"), (202, False))


class WithoutRates(Attack):
    apps = ({**APP, **UNLIMITED},)
    settings = SETTINGS

    def test_what_is_gathered_is_bounded_however_fast_it_comes(self):
        for case in CASES:
            if not case.is_gathered:
                continue
            with self.subTest(f"{case.protocol}: {case.name}"):
                cost = measure(case, self.server, case.commands // 2)
                self.assertEqual(cost.refused, 0)
                self.assertLessEqual(cost.others_messages, case.most(cost.elapsed + SETTLE_S), cost)


if __name__ == "__main__":
    unittest.main()
