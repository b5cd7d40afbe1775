package org.sqlvm.client;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.text.Normalizer;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;

import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/** The client's part of SCRAM-SHA-256 (RFC 5802, RFC 7677). */
final class Scram {
    static final String MECHANISM = "SCRAM-SHA-256";

    private static final int NONCE_SIZE = 18;
    private static final int KEY_BITS = 256;
    /** More would only keep this machine busy. */
    private static final int ITERATIONS_MAX = 10_000_000;

    private static final String HEADER = "n,,";
    /** {@link #HEADER}, encoded. */
    private static final String CHANNEL = "c=biws";

    private final String password;
    private final String nonce;
    private final String firstBare;
    private byte[] serverSignature;

    Scram(String password) {
        byte[] random = new byte[NONCE_SIZE];
        new SecureRandom().nextBytes(random);
        this.password = password;
        this.nonce = Base64.getEncoder().encodeToString(random);
        // The name that counts is that of the startup message.
        this.firstBare = "n=,r=" + nonce;
    }

    String first() {
        return HEADER + firstBare;
    }

    /** Returns the answer to the server's first message. */
    String last(String serverFirst) throws IOException {
        Map<String, String> fields = fields(serverFirst);
        String bothNonces = fields.getOrDefault("r", "");
        int iterations = iterations(fields.getOrDefault("i", ""));
        if (!bothNonces.startsWith(nonce)) {
            throw new IOException("the server's answer to the login is wrong");
        }
        String withoutProof = CHANNEL + ",r=" + bothNonces;
        String message = firstBare + "," + serverFirst + "," + withoutProof;
        try {
            byte[] salt = Base64.getDecoder().decode(fields.getOrDefault("s", ""));
            byte[] salted = salted(salt, iterations);
            byte[] clientKey = hmac(salted, "Client Key");
            byte[] storedKey = MessageDigest.getInstance("SHA-256").digest(clientKey);
            byte[] proof = hmac(storedKey, message);
            for (int i = 0; i < proof.length; i++) {
                proof[i] ^= clientKey[i];
            }
            serverSignature = hmac(hmac(salted, "Server Key"), message);
            return withoutProof + ",p=" + Base64.getEncoder().encodeToString(proof);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException("the server's answer to the login is wrong", e);
        }
    }

    private static int iterations(String text) throws IOException {
        if (!text.matches("[1-9]\\d{0,8}") || Integer.parseInt(text) > ITERATIONS_MAX) {
            throw new IOException("the server's answer to the login is wrong");
        }
        return Integer.parseInt(text);
    }

    private byte[] salted(byte[] salt, int iterations) throws GeneralSecurityException {
        char[] prepared = Normalizer.normalize(password, Normalizer.Form.NFKC).toCharArray();
        return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                .generateSecret(new PBEKeySpec(prepared, salt, iterations, KEY_BITS))
                .getEncoded();
    }

    private static byte[] hmac(byte[] key, String text) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Whether the server knows the password, too. */
    void check(String serverLast) throws IOException {
        byte[] signature;
        try {
            signature = Base64.getDecoder().decode(fields(serverLast).getOrDefault("v", ""));
        } catch (IllegalArgumentException e) {
            throw new IOException("the server's answer to the login is wrong", e);
        }
        if (serverSignature == null || !MessageDigest.isEqual(signature, serverSignature)) {
            throw new IOException("the server does not know the password");
        }
    }

    private static Map<String, String> fields(String text) {
        Map<String, String> fields = new HashMap<>();
        for (String field : text.split(",", -1)) {
            int equals = field.indexOf('=');
            if (equals > 0) {
                fields.put(field.substring(0, equals), field.substring(equals + 1));
            }
        }
        return fields;
    }
}
