"""A login with a password that the server is not told (SCRAM-SHA-256: RFC 5802, RFC 7677)."""

import base64
import hashlib
import hmac
import os
import unicodedata

from ._errors import OperationalError, coded

# More rounds than any server has set up: one that asks for them wants to waste time.
_ROUNDS_MAX = 10_000_000


class Scram:
    def __init__(self, password):
        # As the server does it, and PostgreSQL with nearly all passwords.
        self._password = unicodedata.normalize("NFKC", password).encode()
        self._nonce = base64.b64encode(os.urandom(18)).decode()
        self._bare = "n=,r=" + self._nonce
        self.is_checked = False

    def first(self):
        """The client's first message."""
        return ("n,," + self._bare).encode()

    def answer(self, challenge):
        """The client's last message."""
        challenge = challenge.decode("ascii", "replace")
        parts = dict(part.partition("=")[::2] for part in challenge.split(","))
        try:
            nonce = parts["r"]
            salt = base64.b64decode(parts["s"], validate=True)
            rounds = int(parts["i"])
        except (KeyError, ValueError):
            raise _wrong() from None
        if not nonce.startswith(self._nonce) or not 0 < rounds <= _ROUNDS_MAX:
            raise _wrong()
        salted = hashlib.pbkdf2_hmac("sha256", self._password, salt, rounds)
        last = "c=biws,r=" + nonce
        signed = ",".join((self._bare, challenge, last)).encode()
        key = _hmac(salted, b"Client Key")
        signature = _hmac(hashlib.sha256(key).digest(), signed)
        proof = bytes(a ^ b for a, b in zip(key, signature))
        self._signature = _hmac(_hmac(salted, b"Server Key"), signed)
        return ("%s,p=%s" % (last, base64.b64encode(proof).decode())).encode()

    def check(self, final):
        """Whether the server knows the password, too."""
        wanted = b"v=" + base64.b64encode(self._signature)
        if not hmac.compare_digest(wanted, final.split(b",")[0]):
            raise _wrong()
        self.is_checked = True


def _hmac(key, text):
    return hmac.new(key, text, hashlib.sha256).digest()


def _wrong():
    return coded(OperationalError("the server's answer to the login is wrong"), 23, "SQLITE_AUTH")
