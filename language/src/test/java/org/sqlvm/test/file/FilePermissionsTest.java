package org.sqlvm.test.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlvm.engine.file.DirectFileSystem;
import org.sqlvm.engine.pager.SuperJournal;
import org.sqlvm.test.engines.Engines;
import org.sqlvm.test.engines.TestEngine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The files beside a database have its permissions, and its owner if the super-user makes it,
 * whatever the process's mask is: as with SQLite.
 */
final class FilePermissionsTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"rw-------", "rw-r-----", "rw-rw----", "rw-rw-rw-", "rw----r--"})
    void asTheDatabase(String permissions) throws IOException {
        Map<String, String> theirs = make(Engines.SQLITE, "theirs", permissions, null);
        Map<String, String> ours = make(Engines.SQLVM, "ours", permissions, null);
        assertEquals(theirs, ours);
        assertEquals(4, ours.size(), ours.toString());
        ours.values().forEach(found -> assertTrue(found.startsWith(permissions), found));
    }

    @Test
    void ofTheDatabasesOwner() throws IOException {
        UserPrincipal user = Files.getOwner(folder);
        assumeTrue(user.getName().equals("root"));
        UserPrincipal other = folder.getFileSystem()
                .getUserPrincipalLookupService()
                .lookupPrincipalByName("daemon");
        Map<String, String> theirs = make(Engines.SQLITE, "theirs", "rw-r-----", other);
        Map<String, String> ours = make(Engines.SQLVM, "ours", "rw-r-----", other);
        assertEquals(theirs, ours);
        ours.values().forEach(found -> assertTrue(found.contains("daemon"), found));
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-------", "rw-rw----"})
    void ofASuperJournal(String permissions) throws IOException {
        Path file = folder.resolve("main.db");
        Files.createFile(file);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
        SuperJournal made = SuperJournal.create(
                DirectFileSystem.INSTANCE, file.toString(), List.of(file + "-journal"));
        assertTrue(describe(Path.of(made.name())).startsWith(permissions));
        made.deleteUnused();
    }

    /** A new database can be written by its maker only, as in SQLite. */
    @Test
    void ofANewDatabase() throws IOException {
        assertEquals(describeNew(Engines.SQLITE), describeNew(Engines.SQLVM));
    }

    private String describeNew(Engines kind) throws IOException {
        Path file = folder.resolve(kind + ".db");
        try (TestEngine engine = kind.onFile(file)) {
            assertEquals(null, engine.execute("CREATE TABLE t(a)").failure());
        }
        return describe(file);
    }

    /** The permissions of all files that there are with a log, and those of a journal. */
    private Map<String, String> make(
            Engines kind, String name, String permissions, UserPrincipal owner) throws IOException {
        Path place = Files.createDirectory(folder.resolve(name));
        Path file = place.resolve("v.db");
        Files.createFile(file);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
        if (owner != null) {
            Files.setOwner(file, owner);
        }
        try (TestEngine engine = kind.onFile(file)) {
            for (String sql : List.of(
                    "PRAGMA journal_mode = PERSIST",
                    "CREATE TABLE t(a)",
                    "BEGIN",
                    "INSERT INTO t VALUES(1)",
                    "COMMIT")) {
                assertEquals(null, engine.execute(sql).failure(), sql);
            }
            Map<String, String> found = describeAll(place);
            engine.execute("PRAGMA journal_mode = WAL");
            engine.execute("INSERT INTO t VALUES(2)");
            found.putAll(describeAll(place));
            return found;
        }
    }

    private static Map<String, String> describeAll(Path place) throws IOException {
        Map<String, String> found = new TreeMap<>();
        try (Stream<Path> all = Files.list(place)) {
            for (Path file : all.toList()) {
                found.put(file.getFileName().toString(), describe(file));
            }
        }
        return found;
    }

    private static String describe(Path file) throws IOException {
        PosixFileAttributes attributes =
                Files.getFileAttributeView(file, PosixFileAttributeView.class).readAttributes();
        return PosixFilePermissions.toString(attributes.permissions()) + " "
                + attributes.owner().getName() + " " + attributes.group().getName();
    }
}
