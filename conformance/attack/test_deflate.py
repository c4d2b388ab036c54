"""Compressed messages that are small on the way and large when inflated (threat 1)."""

import json
import unittest
import zlib

from attack import MIB, Attack
from socket_client import CONTINUATION, TEXT, frame

OFFER = ("Sec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover; client_no_context_takeover",)


def deflated(data):
    """A message as permessage-deflate sends it."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return (packer.compress(data) + packer.flush(zlib.Z_SYNC_FLUSH))[:-4]


def bomb(inflated_bytes):
    """Zeros, packed a thousand to one, without ever holding them."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    block = bytes(MIB)
    pieces = [packer.compress(block) for _ in range(inflated_bytes // MIB)]
    return (b"".join(pieces) + packer.flush(zlib.Z_SYNC_FLUSH))[:-4]


class Deflate(Attack):
    settings = {"compression": "shared"}

    def offered(self):
        socket = self.connect(headers=OFFER)
        self.assertIn("permessage-deflate", socket.head)
        return socket

    def test_an_honest_compressed_message(self):
        with self.offered() as socket:
            socket.send(frame(TEXT, deflated(b'{"event":"pusher:subscribe","data":{"channel":"small"}}'), rsv=4))
            socket.settle()

    def test_60_kib_that_inflate_to_60_mib(self):
        packed = bomb(60 * MIB)
        self.assertLess(len(packed), 65_536)
        with self.grows_less_than(8 * MIB):
            with self.offered() as socket:
                socket.send(frame(TEXT, packed, rsv=4))
                self.assert_ended(socket, (1009,))

    def test_256_kib_that_inflate_to_256_mib(self):
        packed = bomb(256 * MIB)
        with self.grows_less_than(8 * MIB):
            with self.offered() as socket:
                try:
                    socket.send(frame(TEXT, packed, rsv=4))
                except OSError:
                    pass  # refused at the header, before the payload was read
                self.assert_ended(socket, (1009, None))

    def test_a_bomb_in_fragments(self):
        packed = bomb(60 * MIB)
        pieces = [packed[n : n + 1_000] for n in range(0, len(packed), 1_000)]
        frames = [frame(TEXT, pieces[0], fin=False, rsv=4)]
        frames += [frame(CONTINUATION, piece, fin=False) for piece in pieces[1:]]
        with self.grows_less_than(8 * MIB):
            with self.offered() as socket:
                try:
                    socket.send(b"".join(frames) + frame(CONTINUATION))
                except OSError:
                    pass
                self.assert_ended(socket, (1009, None))

    def test_a_hundred_bombs(self):
        packed = frame(TEXT, bomb(60 * MIB), rsv=4)
        with self.grows_less_than(8 * MIB):
            before = self.vitals.cpu_seconds()
            for _ in range(100):
                with self.offered() as socket:
                    socket.send(packed)
                    socket.close_code()
            self.assertLess((self.vitals.cpu_seconds() - before) / 100, 0.05, "processor seconds a bomb")

    def test_rubbish_in_place_of_deflate(self):
        for rubbish in (b"\xff" * 100, b"\x07" * 10, bytes(range(256))):
            with self.offered() as socket:
                socket.send(frame(TEXT, rubbish, rsv=4))
                self.assert_ended(socket, (1002, 1007, 1008, 1009))

    def test_the_compressed_bit_on_a_continuation_or_a_ping(self):
        for data in (frame(TEXT, b"x", fin=False) + frame(CONTINUATION, b"x", rsv=4), frame(0x9, b"x", rsv=4)):
            with self.offered() as socket:
                socket.send(data)
                self.assert_ended(socket, (1002,))

    def test_bad_offers_are_declined_or_refused_and_never_misread(self):
        offers = (
            "permessage-deflate; client_max_window_bits=99",
            "permessage-deflate; server_max_window_bits=7",
            "permessage-deflate; server_max_window_bits=8",
            "permessage-deflate; unknown=1",
            "permessage-deflate; server_no_context_takeover; server_no_context_takeover",
            "permessage-deflate" + "; x=1" * 500,
            ", ".join(["permessage-deflate; unknown"] * 200),
            '"; permessage-deflate',
        )
        for offer in offers:
            try:
                socket = self.connect(headers=(f"Sec-WebSocket-Extensions: {offer}",))
            except ConnectionError as refusal:
                self.assertRegex(str(refusal), "4[0-9][0-9]")
                continue
            with socket:
                self.assertNotIn("99", socket.head.partition("Sec-WebSocket-Extensions")[2])
                socket.say({"event": "pusher:subscribe", "data": {"channel": "after-offer"}})
                self.assertEqual(json.loads(socket.event("pusher_internal:subscription_succeeded")["data"]), {})


if __name__ == "__main__":
    unittest.main(verbosity=2)
