"""Tokens of Supabase clients."""

import base64
import hashlib
import hmac
import json
import time

JWT_SECRET = "a secret that signs the tokens of these tests"


def _encoded(value):
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def token(seconds=3600, role="anon", **claims):
    """A token that holds for `seconds`."""
    now = int(time.time())
    parts = [{"alg": "HS256", "typ": "JWT"}, {"role": role, "iat": now, "exp": now + seconds, **claims}]
    signed = ".".join(_encoded(json.dumps(part).encode()) for part in parts)
    return f"{signed}.{_encoded(hmac.digest(JWT_SECRET.encode(), signed.encode(), hashlib.sha256))}"
