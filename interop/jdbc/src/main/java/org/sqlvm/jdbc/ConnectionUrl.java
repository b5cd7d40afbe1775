package org.sqlvm.jdbc;

import org.sqlvm.jdbc.link.ServerAddress;
import org.sqlvm.jdbc.settings.Setting;
import org.sqlvm.jdbc.settings.Settings;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Properties;
import java.util.Set;

/**
 * The parts of a URL in the grammar of sqlite-jdbc: {@code jdbc:sqlvm:} and a path,
 * {@code :memory:}, nothing (a temporary database), {@code :resource:} and the name of a resource,
 * or a {@code file:} URI; then {@code ?key=value&…} with keys of {@link Setting}. With a
 * {@link ServerAddress} instead of these, the database is a server's.
 *
 * @param place the text after the prefix, without the settings
 * @param server null for a database of this process
 */
record ConnectionUrl(String place, ServerAddress server, Settings settings) {
    static final String PREFIX = SqlvmDriver.PREFIX;
    private static final String MEMORY = ":memory:";
    private static final String RESOURCE = ":resource:";

    /** Parameters that SQLite knows itself in a {@code file:} URI. */
    private static final Set<String> URI_KEYS =
            Set.of("mode", "cache", "immutable", "nolock", "psow", "vfs");

    static boolean accepts(String url) {
        return SqlvmDriver.prefix(url) != null;
    }

    /** @param properties settings, above those of the URL, but below them if they are strict */
    static ConnectionUrl parse(String url, Properties properties) throws SQLException {
        return parse(url, SqlvmDriver.prefix(url), properties);
    }

    /** Parses a URL that begins with {@code prefix}. */
    static ConnectionUrl parse(String url, String prefix, Properties properties)
            throws SQLException {
        String rest = url.substring(prefix.length());
        boolean remote = isRemotePlace(prefix, rest);
        Settings settings = Settings.of(properties, remote);
        int question = rest.indexOf('?');
        if (question < 0) {
            return new ConnectionUrl(rest, remote ? ServerAddress.parse(rest) : null, settings);
        }
        String place = rest.substring(0, question);
        boolean memory = place.equals(MEMORY);
        boolean uri = memory || place.startsWith("file:");
        StringBuilder own = new StringBuilder();
        for (String parameter : rest.substring(question + 1).split("&", -1)) {
            if (parameter.isBlank()) {
                continue;
            }
            int equals = parameter.indexOf('=');
            String key = decode(equals < 0 ? parameter : parameter.substring(0, equals));
            if (uri && URI_KEYS.contains(key)) {
                own.append(own.isEmpty() ? '?' : '&').append(parameter);
            } else {
                settings.put(key, equals < 0 ? "" : decode(parameter.substring(equals + 1)));
            }
        }
        if (!settings.isStrict()) {
            settings.putAll(properties); // As in sqlite-jdbc.
        }
        // SQLite's own parameters need a URI: sqlite-jdbc would create a file with a question mark.
        String scheme = memory && !own.isEmpty() ? "file:" : "";
        return new ConnectionUrl(
                scheme + place + own, remote ? ServerAddress.parse(place) : null, settings);
    }

    /** Whether a URL of this driver names a server. */
    static boolean isRemote(String url) {
        String prefix = SqlvmDriver.prefix(url);
        return isRemotePlace(prefix, url.substring(prefix.length()));
    }

    /** URLs of sqlite-jdbc name files only, which may begin with two slashes. */
    private static boolean isRemotePlace(String prefix, String place) {
        return prefix.equals(PREFIX) && ServerAddress.isIn(place);
    }

    private static String decode(String text) throws SQLException {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new SQLException("the URL is malformed: " + text, "08001", e);
        }
    }

    boolean isResource() {
        return place.startsWith(RESOURCE);
    }

    /** The name of a resource, or the URL of one. */
    String resource() {
        return place.substring(RESOURCE.length());
    }

    /** Returns whether the URL names a file, and not a database in memory or a URI with a mode. */
    boolean isPath() {
        return !place.isEmpty()
                && !place.equals(MEMORY)
                && !place.startsWith("file:")
                && !isResource();
    }
}
