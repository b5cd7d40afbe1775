package org.sqlvm.server.settings;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;

/** A secret that HTTP requests carry as a bearer token (RFC 6750). */
public final class HttpKey {
    /** Bytes of the shortest one: 128 bits, when each character stands for six of them. */
    private static final int LENGTH_MIN = 22;

    private final byte[] secret;

    private HttpKey(byte[] secret) {
        this.secret = secret;
    }

    /** @throws IllegalArgumentException if it could be guessed, or be no header's value */
    public static HttpKey of(String text) {
        if (!text.matches("[A-Za-z0-9._~+/-]{" + LENGTH_MIN + ",}=*")) {
            throw new IllegalArgumentException(
                    "a key has at least " + LENGTH_MIN + " letters, digits and . _ ~ + / -");
        }
        return new HttpKey(text.getBytes(UTF_8));
    }

    /** Whether a text is the key; it takes as long for all texts of a length. */
    public boolean fits(String text) {
        return MessageDigest.isEqual(secret, text.getBytes(UTF_8));
    }
}
