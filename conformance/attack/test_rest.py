"""What the server does while nothing happens: nothing."""

import time
import unittest

from attack import Attack


class Rest(Attack):
    def test_open_connections_cost_no_processor_time(self):
        sockets = [self.connect() for _ in range(200)]
        for socket in sockets:
            socket.say({"event": "pusher:subscribe", "data": {"channel": "c"}})
            socket.event("pusher_internal:subscription_succeeded")
        time.sleep(0.5)
        before = self.vitals.cpu_seconds()
        time.sleep(4)
        # The bystander's messages and the hub's clock take a hundredth of this.
        self.assertLess(self.vitals.cpu_seconds() - before, 0.2, "processor seconds in 4 s")
        for socket in sockets:
            socket.close()


if __name__ == "__main__":
    unittest.main()
