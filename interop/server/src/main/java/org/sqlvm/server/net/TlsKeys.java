package org.sqlvm.server.net;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** The server's own key and certificate. */
public final class TlsKeys {
    private TlsKeys() {}

    /**
     * Those of a key store of Java's: PKCS #12, as keytool and {@code openssl pkcs12 -export} make.
     *
     * @throws IOException if it cannot be read, or the password is another one
     */
    public static SSLContext read(Path file, char[] password) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException(file + ": no such file");
        }
        try {
            KeyStore keys = KeyStore.getInstance(file.toFile(), password);
            KeyManagerFactory managers =
                    KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            managers.init(keys, password);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(managers.getKeyManagers(), null, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }
}
