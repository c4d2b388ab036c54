"""More clients than the process may have open files: accepting pauses, nothing spins, and it goes on after."""

import time
import unittest

from attack import Attack, wait_until
from socket_client import dial, upgrade_request


class OpenFiles(Attack):
    open_files = 100

    def test_accepting_pauses_without_spinning_and_resumes(self):
        crowd = []
        for _ in range(150):
            connection = dial(self.server)
            connection.sendall(upgrade_request(self.server))
            crowd.append(connection)
        time.sleep(0.5)
        before = self.vitals.cpu_seconds()
        time.sleep(2)
        self.assertLess((self.vitals.cpu_seconds() - before) / 2, 0.2, "share of a core while nothing can be accepted")
        self.bystander.socket.connection.getpeername()
        for connection in crowd:
            connection.close()

        def served():
            try:
                self.connect().close()
                return True
            except OSError:
                return False

        self.assertIsNotNone(wait_until(served, 5), "served again after the crowd left")


if __name__ == "__main__":
    unittest.main(verbosity=2)
