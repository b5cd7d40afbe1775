package org.sqlvm.jdbc;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.sqlvm.server.SqlvmServer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import java.util.logging.Logger;

/**
 * Has the tests of a class run on servers: while they run, another driver takes the URLs, starts a
 * server for the database that is meant, and connects to it.
 */
final class Served implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {
    private final ServingDriver serving = new ServingDriver();
    private List<Driver> others;

    @Override
    public void beforeAll(ExtensionContext context) throws SQLException {
        // The first driver that takes a URL is the one that is used.
        others = Collections.list(DriverManager.getDrivers()).stream()
                .filter(SqlvmDriver.class::isInstance)
                .toList();
        for (Driver driver : others) {
            DriverManager.deregisterDriver(driver);
        }
        DriverManager.registerDriver(serving);
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
        for (SqlvmServer server : serving.servers) {
            server.close();
        }
        serving.servers.clear();
    }

    @Override
    public void afterAll(ExtensionContext context) throws SQLException {
        DriverManager.deregisterDriver(serving);
        for (Driver driver : others) {
            DriverManager.registerDriver(driver);
        }
    }

    /** Serves what the URLs name. */
    private static final class ServingDriver implements Driver {
        private final Driver own = new SqlvmDriver();
        final List<SqlvmServer> servers = new ArrayList<>();
        private int databaseCount;

        @Override
        public boolean acceptsURL(String url) throws SQLException {
            return own.acceptsURL(url);
        }

        @Override
        public Connection connect(String url, Properties info) throws SQLException {
            if (!acceptsURL(url)) {
                return null;
            }
            String rest = url.substring(SqlvmDriver.PREFIX.length());
            int question = rest.indexOf('?');
            String place = question < 0 ? rest : rest.substring(0, question);
            String settings = question < 0 ? "" : rest.substring(question);
            SqlvmServer server = serve(place.equals(":memory:") ? inMemory() : place);
            return own.connect(
                    SqlvmDriver.PREFIX + "//localhost:" + server.port() + "/" + settings, info);
        }

        private String inMemory() {
            return "file:served-" + ++databaseCount + "?mode=memory&cache=shared";
        }

        private SqlvmServer serve(String file) {
            try {
                SqlvmServer server = SqlvmServer.builder(file)
                        .port(0)
                        .fileAccess(true)
                        .log(line -> {})
                        .start();
                servers.add(server);
                return server;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public DriverPropertyInfo[] getPropertyInfo(String url, Properties info)
                throws SQLException {
            return own.getPropertyInfo(url, info);
        }

        @Override
        public int getMajorVersion() {
            return own.getMajorVersion();
        }

        @Override
        public int getMinorVersion() {
            return own.getMinorVersion();
        }

        @Override
        public boolean jdbcCompliant() {
            return own.jdbcCompliant();
        }

        @Override
        public Logger getParentLogger() {
            return Logger.getLogger("org.sqlvm");
        }
    }
}
