package org.sqlvm.server.settings;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.text.Normalizer;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * The verifier of a password that a server stores (RFC 5802, RFC 7677). It suffices to check the
 * password, but not to log in elsewhere. The text form is that of PostgreSQL's pg_authid:
 * {@code SCRAM-SHA-256$4096:salt$StoredKey:ServerKey}.
 */
public record ScramVerifier(byte[] salt, int iterations, byte[] storedKey, byte[] serverKey) {
    private static final int ITERATIONS = 4096;
    private static final int SALT_SIZE = 16;
    private static final int KEY_BITS = 256;
    private static final SecureRandom RANDOM = new SecureRandom();

    private static final Pattern FORM = Pattern.compile(
            "SCRAM-SHA-256\\$(\\d{1,9}):([A-Za-z0-9+/=]+)\\$([A-Za-z0-9+/=]+):([A-Za-z0-9+/=]+)");

    public static ScramVerifier ofPassword(String password) {
        byte[] salt = new byte[SALT_SIZE];
        RANDOM.nextBytes(salt);
        return ofPassword(password, salt, ITERATIONS);
    }

    public static ScramVerifier ofPassword(String password, byte[] salt, int iterations) {
        byte[] salted = saltedPassword(password, salt, iterations);
        byte[] clientKey = hmac(salted, "Client Key");
        return new ScramVerifier(salt, iterations, hash(clientKey), hmac(salted, "Server Key"));
    }

    /** Returns the verifier for a password, or for the text form of a verifier. */
    public static ScramVerifier of(String passwordOrVerifier) {
        Matcher parts = FORM.matcher(passwordOrVerifier);
        if (!parts.matches()) {
            return ofPassword(passwordOrVerifier);
        }
        Base64.Decoder decoder = Base64.getDecoder();
        return new ScramVerifier(
                decoder.decode(parts.group(2)),
                Integer.parseInt(parts.group(1)),
                decoder.decode(parts.group(3)),
                decoder.decode(parts.group(4)));
    }

    /** Returns a verifier that matches no password. */
    public static ScramVerifier ofNobody() {
        byte[] random = new byte[SALT_SIZE + KEY_BITS / Byte.SIZE];
        RANDOM.nextBytes(random);
        byte[] salt = java.util.Arrays.copyOf(random, SALT_SIZE);
        byte[] key = java.util.Arrays.copyOfRange(random, SALT_SIZE, random.length);
        return new ScramVerifier(salt, ITERATIONS, key, key);
    }

    public static byte[] saltedPassword(String password, byte[] salt, int iterations) {
        // Most of SASLprep (RFC 4013): what it forbids is not a password here either.
        char[] prepared = Normalizer.normalize(password, Normalizer.Form.NFKC).toCharArray();
        try {
            return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                    .generateSecret(new PBEKeySpec(prepared, salt, iterations, KEY_BITS))
                    .getEncoded();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    public static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    public static byte[] hash(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    public static byte[] xor(byte[] left, byte[] right) {
        byte[] result = left.clone();
        for (int i = 0; i < result.length; i++) {
            result[i] ^= right[i];
        }
        return result;
    }

    /** Whether the proof of a client shows that it knows the password. */
    public boolean accepts(String authMessage, byte[] proof) {
        if (proof.length != storedKey.length) {
            return false;
        }
        byte[] clientKey = xor(proof, hmac(storedKey, authMessage));
        return MessageDigest.isEqual(hash(clientKey), storedKey);
    }

    /** Whether it is of this password, for a client that sends the password itself. */
    public boolean fits(String password) {
        byte[] clientKey = hmac(saltedPassword(password, salt, iterations), "Client Key");
        return MessageDigest.isEqual(hash(clientKey), storedKey);
    }

    /** The text form, without the password. */
    @Override
    public String toString() {
        Base64.Encoder encoder = Base64.getEncoder();
        return "SCRAM-SHA-256$" + iterations + ":" + encoder.encodeToString(salt) + "$"
                + encoder.encodeToString(storedKey) + ":" + encoder.encodeToString(serverKey);
    }
}
