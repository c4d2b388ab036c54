"""What one connection costs the others is bounded by rates and by gathering, whatever it repeats (amplification.py)."""

import unittest

from amplification import APP, CASES, SETTLE_S, UNLIMITED, measure
from attack import Attack

COMMANDS = 3_000
# At once and per second: what the defaults let through. Ending a subscription is free, and counts as no command here.
CARRIED_OUT = (2_000, 100)


class WithRates(Attack):
    apps = (APP,)

    def test_every_command_has_a_rate_and_costs_the_others_no_more_than_its_limit(self):
        for case in CASES:
            with self.subTest(f"{case.protocol}: {case.name}"):
                cost = measure(case, self.server, COMMANDS)
                at_once, per_second = CARRIED_OUT
                self.assertGreaterEqual(cost.refused, COMMANDS - at_once - per_second * cost.elapsed - 1, cost)
                self.assertLessEqual(cost.others_messages, case.most(cost.elapsed + SETTLE_S), cost)


class WithoutRates(Attack):
    apps = ({**APP, **UNLIMITED},)

    def test_what_is_gathered_is_bounded_however_fast_it_comes(self):
        for case in CASES:
            if not case.is_gathered:
                continue
            with self.subTest(f"{case.protocol}: {case.name}"):
                cost = measure(case, self.server, COMMANDS // 2)
                self.assertEqual(cost.refused, 0)
                self.assertLessEqual(cost.others_messages, case.most(cost.elapsed + SETTLE_S), cost)


if __name__ == "__main__":
    unittest.main()
