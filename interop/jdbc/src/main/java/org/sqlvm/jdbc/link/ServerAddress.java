package org.sqlvm.jdbc.link;

import org.sqlvm.client.ClientConnection;
import org.sqlvm.client.ClientException;
import org.sqlvm.jdbc.error.Errors;
import org.sqlvm.jdbc.settings.Setting;
import org.sqlvm.jdbc.settings.Settings;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;

import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * The address of a server: {@code //host:port/} or {@code unix:/path} after {@code jdbc:sqlvm:}.
 *
 * @param host null for a Unix socket
 * @param path the path of a Unix socket or its folder; null for a host
 */
public record ServerAddress(String host, int port, Path path) {
    private static final String HOST = "//";
    private static final String SOCKET = "unix:";
    private static final int PORT_MAX = 65535;

    /** Returns whether the part of a URL after its prefix names a server. */
    public static boolean isIn(String place) {
        return place.startsWith(HOST) || place.startsWith(SOCKET);
    }

    public static ServerAddress parse(String place) throws SQLException {
        if (place.startsWith(SOCKET)) {
            String path = place.substring(SOCKET.length());
            if (path.isEmpty()) {
                throw malformed(place, "it has no path of a socket");
            }
            return new ServerAddress(null, ClientConnection.PORT, Path.of(path));
        }
        String rest = place.substring(HOST.length());
        int slash = rest.indexOf('/');
        String authority = slash < 0 ? rest : rest.substring(0, slash);
        if (slash >= 0 && slash < rest.length() - 1) {
            throw malformed(place, "a server has one database, which has no name here");
        }
        int colon = authority.lastIndexOf(':');
        boolean hasPort = colon > authority.lastIndexOf(']');
        String host = hasPort ? authority.substring(0, colon) : authority;
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        }
        if (host.isEmpty()) {
            throw malformed(place, "it has no host");
        }
        int port = hasPort ? port(place, authority.substring(colon + 1)) : ClientConnection.PORT;
        return new ServerAddress(host, port, null);
    }

    private static int port(String place, String text) throws SQLException {
        if (!text.matches("\\d{1,5}") || Integer.parseInt(text) > PORT_MAX) {
            throw malformed(place, "there is no port " + text);
        }
        return Integer.parseInt(text);
    }

    private static SQLException malformed(String place, String reason) {
        return new SQLException("the URL is malformed: " + place + ": " + reason, "08001");
    }

    /** Connects and logs in. */
    public ClientConnection open(Settings settings) throws SQLException {
        ClientConnection.Builder builder =
                path == null ? ClientConnection.at(host, port) : ClientConnection.at(path);
        if (!settings.get(Setting.USER).isEmpty()) {
            builder.user(settings.get(Setting.USER));
        }
        if (settings.isSet(Setting.PASSWORD)) {
            builder.password(settings.get(Setting.PASSWORD));
        }
        if (settings.isTrue(Setting.SSL)) {
            if (path != null) {
                throw Errors.invalid("ssl is for hosts: a Unix socket is not encrypted");
            }
            builder.tls(context(settings)).verifyHost(settings.isTrue(Setting.SSL_VERIFY_HOST));
        }
        builder.application(settings.get(Setting.APPLICATION_NAME));
        builder.connectTimeout(time(settings, Setting.CONNECT_TIMEOUT));
        int common = DriverManager.getLoginTimeout();
        builder.loginTimeout(
                common > 0 && !settings.isSet(Setting.LOGIN_TIMEOUT)
                        ? Duration.ofSeconds(common)
                        : time(settings, Setting.LOGIN_TIMEOUT));
        try {
            return builder.open();
        } catch (ClientException e) {
            throw Errors.of(RemoteLink.error(e));
        }
    }

    private static Duration time(Settings settings, Setting setting) throws SQLException {
        long seconds = settings.number(setting);
        if (seconds < 0 || seconds > Integer.MAX_VALUE / 1000) {
            throw Errors.invalid(setting.key() + " is out of range: " + seconds);
        }
        return Duration.ofSeconds(seconds);
    }

    /** Trusts what is in the store, or what Java trusts if none is set. */
    private static SSLContext context(Settings settings) throws SQLException {
        String file = settings.get(Setting.SSL_TRUST_STORE);
        try {
            if (file.isEmpty()) {
                return SSLContext.getDefault();
            }
            KeyStore store = KeyStore.getInstance("PKCS12");
            try (InputStream stream = Files.newInputStream(Path.of(file))) {
                store.load(
                        stream, settings.get(Setting.SSL_TRUST_STORE_PASSWORD).toCharArray());
            }
            TrustManagerFactory trust =
                    TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new SQLException("the trust store cannot be read: " + file, "08001", e);
        }
    }
}
