package org.sqlvm.server.settings;

import java.net.InetAddress;
import java.util.Map;
import java.util.Set;

import javax.net.ssl.SSLContext;

/**
 * The addresses at which a server listens, and the clients that it accepts.
 *
 * @param address the address of all ports
 * @param port the port of PostgreSQL's protocol, which is also part of the name of a socket in a
 *     folder
 * @param httpOrigins the origins of web pages that may send HTTP requests
 * @param httpKey the key that HTTP requests must carry; null if they need none
 * @param passwords the passwords by user
 * @param anyPassword the password of users without one of their own; null for none
 * @param tls null if connections cannot be encrypted
 * @param requiresTls whether connections from other machines must be encrypted
 */
public record Access(
        InetAddress address,
        int port,
        Set<String> httpOrigins,
        HttpKey httpKey,
        Map<String, ScramVerifier> passwords,
        ScramVerifier anyPassword,
        SSLContext tls,
        boolean requiresTls) {

    /** Whether anybody needs a password. */
    public boolean hasPasswords() {
        return anyPassword != null || !passwords.isEmpty();
    }

    /** Returns the verifier of the user's password; null if the user may not log in. */
    public ScramVerifier verifier(String user) {
        return passwords.getOrDefault(user, anyPassword);
    }
}
