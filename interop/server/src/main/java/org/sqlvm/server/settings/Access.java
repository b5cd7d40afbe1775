package org.sqlvm.server.settings;

import java.net.InetAddress;
import java.util.Map;
import java.util.Set;

import javax.net.ssl.SSLContext;

/**
 * Where a server listens, and who may come.
 *
 * @param address of all ports
 * @param port of PostgreSQL, which is also part of the name of a socket in a folder
 * @param httpOrigins of pages that may ask by HTTP
 * @param passwords by user
 * @param anyPassword of users without one; null for none
 * @param tls null if connections cannot be encrypted
 * @param requiresTls whether those of other machines must be
 */
public record Access(
        InetAddress address,
        int port,
        Set<String> httpOrigins,
        Map<String, ScramVerifier> passwords,
        ScramVerifier anyPassword,
        SSLContext tls,
        boolean requiresTls) {

    /** Whether anybody needs a password. */
    public boolean hasPasswords() {
        return anyPassword != null || !passwords.isEmpty();
    }

    /** Null if the user may not log in. */
    public ScramVerifier verifier(String user) {
        return passwords.getOrDefault(user, anyPassword);
    }
}
