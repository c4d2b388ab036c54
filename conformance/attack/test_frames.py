"""Hostile frames (threats 2, 3, 7 and 8)."""

import socket as sockets
import time
import unittest

from attack import MIB, Attack
from socket_client import BINARY, CLOSE, CONTINUATION, PING, PONG, TEXT, frame


class Malformed(Attack):
    """What no client sends: 1002 at once."""

    def refused(self, data, codes=(1002,)):
        with self.connect() as socket:
            began = time.monotonic()
            socket.send(data)
            self.assert_ended(socket, codes)
            self.assertLess(time.monotonic() - began, 1)

    def test_an_unmasked_frame(self):
        self.refused(frame(TEXT, b"{}", masked=False))

    def test_reserved_bits(self):
        for rsv in (1, 2, 4, 7):
            self.refused(frame(TEXT, b"{}", rsv=rsv))

    def test_reserved_opcodes(self):
        for opcode in (0x3, 0x7, 0xB, 0xF):
            self.refused(frame(opcode, b"x"))

    def test_a_fragmented_ping(self):
        self.refused(frame(PING, b"x", fin=False))

    def test_a_ping_of_126_bytes(self):
        self.refused(frame(PING, b"x" * 126))

    def test_a_continuation_of_nothing(self):
        self.refused(frame(CONTINUATION, b"x"))

    def test_a_message_within_a_message(self):
        self.refused(frame(TEXT, b"a", fin=False) + frame(TEXT, b"b"))

    def test_a_length_that_was_not_put_shortly(self):
        self.refused(b"\x81\xfe\x00\x05" + b"\0\0\0\0" + b"hello")

    def test_bad_close_frames(self):
        for payload in (b"\x03", b"\x03\xed", b"\x03\xee", b"\x00\x00", b"\xff\xff", b"\x03\xe8\xff\xfe"):
            self.refused(frame(CLOSE, payload), (1002, 1007))

    def test_text_that_is_no_utf8(self):
        for text in (b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80"):
            self.refused(frame(TEXT, text), (1007,))

    def test_text_that_is_no_utf8_is_refused_before_its_end(self):
        self.refused(frame(TEXT, b"abc\xff", fin=False), (1007,))

    def test_binary(self):
        self.refused(frame(BINARY, b"\0" * 100), (1003,))

    def test_frames_after_the_close_are_not_served(self):
        with self.connect() as socket:
            socket.send(frame(CLOSE, b"\x03\xe8") + frame(TEXT, b'{"event":"pusher:ping"}'))
            opcode, payload = socket.read()
            self.assertEqual((opcode, payload[:2]), (CLOSE, b"\x03\xe8"))
            with self.assertRaises((ConnectionError, sockets.timeout)):
                socket.read(within=1)


class LyingLengths(Attack):
    """Lengths that are announced and never come: refused at the header, and no memory is taken."""

    def test_huge_announcements(self):
        with self.grows_less_than(1 * MIB):
            for announced in (1 << 63, (1 << 64) - 1, (1 << 63) - 1, 1 << 40, 1 << 31, 65_537):
                with self.connect() as socket:
                    socket.send(frame(TEXT, b"x", announced=announced))
                    self.assert_ended(socket, (1009, 1002))

    def test_a_thousand_connections_with_a_message_each_that_never_ends(self):
        # Each announces 60,000 bytes and sends ten: memory follows what came, not what was announced.
        with self.grows_less_than(4 * MIB):
            held = [self.connect() for _ in range(300)]
            for socket in held:
                socket.send(frame(TEXT, b'{"event":"', announced=60_000))
            self.connect().close()
        for socket in held:
            socket.close()


class EndlessFragments(Attack):
    settings = {"message_timeout_s": 2}

    def drown(self, pieces):
        """Sends until everything is sent or the server has had enough; the close code."""
        with self.connect() as socket:
            try:
                socket.send(frame(TEXT, b"", fin=False))
                for piece in pieces:
                    socket.send(piece)
            except OSError:
                pass
            return socket.close_code()

    def test_400_000_empty_continuations(self):
        block = frame(CONTINUATION, fin=False) * 4_000
        with self.grows_less_than(2 * MIB):
            self.assertIn(self.drown([block] * 100), (1008, 1009, 1002, None))

    def test_400_000_continuations_of_one_byte(self):
        block = frame(CONTINUATION, b"x", fin=False) * 4_000
        with self.grows_less_than(2 * MIB):
            self.assertIn(self.drown([block] * 100), (1009, 1008, None))

    def test_a_message_that_trickles_is_ended_by_its_deadline(self):
        with self.connect() as socket:
            began = time.monotonic()
            socket.send(frame(TEXT, b"{", fin=False))
            socket.connection.settimeout(0.2)
            code = None
            while time.monotonic() - began < 6 and code is None:
                try:
                    socket.send(frame(CONTINUATION, b" ", fin=False))
                    code = socket.close_code(within=0.2)
                except sockets.timeout:
                    continue
                except OSError:
                    break
            self.assertIn(code, (1008, None))
            self.assertLess(time.monotonic() - began, 4)

    def test_messages_across_reads_have_a_deadline_each(self):
        for _ in range(5):
            with self.connect() as socket:
                if self.streams(socket, seconds=3):
                    return
        self.fail("the machine stood still each time")

    def streams(self, socket, seconds):
        """Sends messages without a pause between them, so that every read ends within one; false where the machine stood still
        for so long that one of them was late."""
        ping = frame(TEXT, b'{"event":"pusher:ping","data":{}}')
        socket.send(ping[:7])
        began = last = time.monotonic()
        while last - began < seconds:
            time.sleep(0.1)
            if (now := time.monotonic()) - last > 1:
                return False
            socket.send(ping[7:] + ping[:7])
            socket.event("pusher:pong")
            last = now
        return True

    def test_fragments_of_an_honest_client(self):
        message = b'{"event":"pusher:ping","data":{}}'
        with self.connect() as socket:
            pieces = [frame(TEXT, message[:1], fin=False)]
            pieces += [frame(CONTINUATION, message[n : n + 1], fin=False) + frame(PING, b"x") for n in range(1, 20)]
            socket.send(b"".join(pieces) + frame(CONTINUATION, message[20:]))
            socket.event("pusher:pong")


class ControlFlood(Attack):
    def test_400_000_pings_whose_answers_nobody_reads(self):
        block = frame(PING, b"p" * 100) * 1_000
        with self.grows_less_than(4 * MIB):
            with self.connect(receive_buffer=4096) as socket:
                socket.connection.settimeout(3)
                sent = 0
                try:
                    for _ in range(400):
                        socket.connection.sendall(block)
                        sent += 1_000
                except OSError:
                    pass  # the server stopped reading, or closed
                if sent == 400_000:
                    self.assertIn(socket.close_code(), (1008, None))

    def test_100_pings_a_second_are_answered(self):
        with self.connect() as socket:
            for n in range(50):
                socket.send(frame(PING, str(n).encode()))
            answers = [socket.read() for _ in range(50)]
            self.assertEqual(answers[-1], (PONG, b"49"))


if __name__ == "__main__":
    unittest.main(verbosity=2)
