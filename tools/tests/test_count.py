"""What `tools/count` makes of a suite's output: no test may vanish from its figures."""

import pathlib
import subprocess
import tempfile
import unittest

COUNT = pathlib.Path(__file__).resolve().parents[1] / "count"


def count(kind, output, status=0):
    """The figures, and the lines below them."""
    with tempfile.NamedTemporaryFile("w", suffix=".log") as log:
        log.write(output)
        log.flush()
        told = subprocess.run([COUNT, kind, str(status), log.name], check=True, capture_output=True, text=True).stdout
    figures, *named = told.splitlines()
    return tuple(int(figure) for figure in figures.split()), named


def unnamed(skipped):
    return f"a skip without a name: {skipped} were counted"


class Skips(unittest.TestCase):
    def check(self, kind, output, figures, named, status=0):
        self.assertEqual(count(kind, output, status), (figures, named))

    def test_cargo(self):
        result = "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out\n"
        self.check("cargo", "test a::b ... ignored, slow\n" + result, (12, 0, 1), ["a::b: slow"])
        self.check("cargo", result, (12, 0, 1), [unnamed(1)])

    def test_node(self):
        def end(skipped, todo):
            return f"# tests 9\n# pass 3\n# fail 0\n# cancelled 0\n# skipped {skipped}\n# todo {todo}\n"

        skip, todo = "ok 1 - a # SKIP why\n", "    ok 2 - b # TODO\n"
        self.check("node", skip + todo + end(1, 1), (3, 0, 2), ["a: why", "b: "])
        self.check("node", "not ok 2 - b # TODO later\n" + end(0, 1), (3, 0, 1), ["b: later"])
        self.check("node", skip + end(1, 1), (3, 0, 2), ["a: why", unnamed(2)])
        # The tests of a suite that is skipped as a whole are not counted.
        self.check("node", "ok 9 - a suite # SKIP\n" + end(0, 0), (3, 0, 2), ["a suite: ", "more skips than counted: 0"])

    def test_unittest(self):
        end = "Ran 3 tests in 1s\n\nOK (skipped=1)\n"
        self.check("unittest", "test_a (m.C.test_a) ... skipped 'why'\n" + end, (2, 0, 1), ["test_a (m.C.test_a): 'why'"])
        self.check("unittest", end, (2, 0, 1), [unnamed(1)])
        self.check("unittest", "Ran 3 tests in 1s\n\nOK (expected failures=1)\n", (2, 1, 0), [])

    def test_closing(self):
        self.check("closing", "skipped: x: why\n3 passed, 0 failed, 1 skipped\n", (3, 0, 1), ["x: why"])
        self.check("closing", "3 passed, 0 failed\n", (3, 0, 0), [])
        self.check("closing", "3 passed, 0 failed, 2 skipped\n", (3, 0, 2), [unnamed(2)] * 2)
        self.check("closing", "skipped: x: why\n3 passed, 0 failed\n", (3, 0, 2), ["x: why", "more skips than counted: 0"])


class Failures(unittest.TestCase):
    def test_what_crashed_or_ran_nothing_has_failed(self):
        for kind in ("cargo", "node", "unittest", "closing"):
            self.assertEqual(count(kind, ""), ((0, 1, 0), []))
        self.assertEqual(count("closing", "3 passed, 0 failed\n", status=1), ((3, 1, 0), []))
        self.assertEqual(count("closing", "3 passed, 2 failed\n", status=1), ((3, 2, 0), []))
        self.assertEqual((count("command", "", 0), count("command", "", 2)), (((1, 0, 0), []), ((0, 1, 0), [])))


if __name__ == "__main__":
    unittest.main()
