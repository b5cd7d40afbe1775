package org.sqlvm.server.postgres;

import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.settings.ScramVerifier;

import java.security.SecureRandom;
import java.util.Base64;

/**
 * The messages of SCRAM-SHA-256 as the server has them (RFC 5802), without their frames. Channel
 * binding is not offered.
 */
final class ScramExchange {
    static final String MECHANISM = "SCRAM-SHA-256";

    private static final int NONCE_SIZE = 18;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final ScramVerifier verifier;
    /** The first message without the header that says that there is no channel binding. */
    private String clientFirst;

    private String header;
    private String serverFirst;
    private String nonce;

    ScramExchange(ScramVerifier verifier) {
        this.verifier = verifier;
    }

    /** Answers the client's first message: {@code n,,n=user,r=nonce}. */
    String first(String message) {
        int comma = message.indexOf(',');
        int bare = message.indexOf(',', comma + 1) + 1;
        if (comma < 1 || bare < 1 || "ny".indexOf(message.charAt(0)) < 0) {
            throw malformed();
        }
        header = message.substring(0, bare);
        clientFirst = message.substring(bare);
        byte[] random = new byte[NONCE_SIZE];
        RANDOM.nextBytes(random);
        nonce = attribute(clientFirst, 'r') + Base64.getEncoder().encodeToString(random);
        serverFirst = "r=" + nonce + ",s="
                + Base64.getEncoder().encodeToString(verifier.salt()) + ",i="
                + verifier.iterations();
        return serverFirst;
    }

    /**
     * Answers the client's last message: {@code c=biws,r=nonce,p=proof}.
     *
     * @return null if the password is wrong
     */
    String last(String message) {
        int proofAt = message.lastIndexOf(",p=");
        if (proofAt < 0) {
            throw malformed();
        }
        byte[] binding = decode(attribute(message, 'c'));
        boolean isBound =
                header.equals(new String(binding, java.nio.charset.StandardCharsets.UTF_8))
                        && attribute(message, 'r').equals(nonce);
        String authMessage = clientFirst + "," + serverFirst + "," + message.substring(0, proofAt);
        byte[] proof = decode(message.substring(proofAt + ",p=".length()));
        if (!isBound || !verifier.accepts(authMessage, proof)) {
            return null;
        }
        byte[] signature = ScramVerifier.hmac(verifier.serverKey(), authMessage);
        return "v=" + Base64.getEncoder().encodeToString(signature);
    }

    private static String attribute(String message, char name) {
        for (String part : message.split(",", -1)) {
            if (part.startsWith(name + "=")) {
                return part.substring(2);
            }
        }
        throw malformed();
    }

    private static byte[] decode(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw malformed();
        }
    }

    private static ServerError malformed() {
        return ServerError.brokenProtocol("malformed SCRAM message");
    }
}
