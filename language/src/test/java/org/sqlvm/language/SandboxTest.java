package org.sqlvm.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.HostAccess;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.io.FileSystem;
import org.graalvm.polyglot.io.IOAccess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Databases of a context can reach its file system and nothing else, whatever else the context may
 * do.
 */
final class SandboxTest {
    private static final int READONLY = 8;
    private static final int CANTOPEN = 14;
    private static final int AUTH = 23;

    @TempDir
    Path folder;

    private Path root;
    private RootedFiles files;
    private Context context;

    @BeforeEach
    void prepare() throws IOException {
        root = Files.createDirectory(folder.resolve("root"));
        Files.createDirectory(root.resolve("tmp"));
        files = new RootedFiles(root);
    }

    @AfterEach
    void close() {
        if (context != null) {
            context.close();
        }
    }

    private static IOAccess with(FileSystem fileSystem) {
        return IOAccess.newBuilder().fileSystem(fileSystem).build();
    }

    private Context.Builder builder(IOAccess access, boolean isNative) {
        return Context.newBuilder(SqlvmLanguage.ID)
                .allowIO(access)
                .allowNativeAccess(isNative)
                .allowHostAccess(HostAccess.ALL)
                .option("engine.WarnInterpreterOnly", "false");
    }

    private void use(Context.Builder builder) {
        close();
        context = builder.build();
    }

    private Value open(String name) {
        return context.getBindings(SqlvmLanguage.ID).getMember("open").execute(name);
    }

    private static void run(Value database, String sql) {
        Value result = database.invokeMember("execute", sql);
        if (result.hasIterator()) {
            result.getIterator().hasIteratorNextElement(); // A PRAGMA is a query.
        }
    }

    private static Object value(Value database, String sql) {
        Value rows = database.invokeMember("execute", sql).getIterator();
        Value value = rows.getIteratorNextElement().getArrayElement(0);
        assertFalse(rows.hasIteratorNextElement());
        return value.isNumber() ? value.asLong() : value.asString();
    }

    private static void error(int code, String message, Runnable work) {
        PolyglotException e = assertThrows(PolyglotException.class, work::run);
        assertEquals(message, e.getMessage());
        assertTrue(e.isGuestException());
        assertEquals(code, e.getGuestObject().getMember("code").asInt());
    }

    private static Set<String> names(Path folder) throws IOException {
        Set<String> names = new TreeSet<>();
        try (var paths = Files.list(folder)) {
            paths.forEach(path -> names.add(path.getFileName().toString()));
        }
        return names;
    }

    /** A file of SQLite's. */
    private static void makeFile(Path file, String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    // ------------------------------------------------------------------ the machine's files

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aContextWithTheMachinesFilesUsesThem(boolean isNative) throws Exception {
        use(builder(IOAccess.ALL, isNative).currentWorkingDirectory(folder));
        Value database = open("a.db");
        run(database, "CREATE TABLE t(x); INSERT INTO t VALUES (1)");
        run(database, "ATTACH 'root/b.db' AS b; CREATE TABLE b.u(y)");
        run(database, "VACUUM INTO 'root/c.db'");
        run(database, "BEGIN; INSERT INTO t VALUES (2); INSERT INTO u VALUES (3); COMMIT");
        assertEquals(folder.toRealPath().resolve("a.db").toString(), path(database));
        assertEquals(Set.of("a.db", "root"), names(folder));
        assertEquals(Set.of("b.db", "c.db", "tmp"), names(root));
        try (Connection sqlite =
                        DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("a.db"));
                Statement statement = sqlite.createStatement()) {
            statement.execute("INSERT INTO t VALUES (4)");
        }
        assertEquals(3L, value(database, "SELECT count(*) FROM t"));
    }

    private static Object path(Value database) {
        return value(database, "SELECT file FROM pragma_database_list WHERE name = 'main'");
    }

    @Test
    void withNativeAccessThereAreSqlitesLocks() throws Exception {
        Path file = folder.resolve("a.db");
        makeFile(file, "CREATE TABLE t(x)");
        use(builder(IOAccess.ALL, false));
        assertEquals("delete", value(open(file.toString()), "PRAGMA journal_mode = wal"));
        use(builder(IOAccess.ALL, true));
        assertEquals("wal", value(open(file.toString()), "PRAGMA journal_mode = wal"));
    }

    // ------------------------------------------------------------------ no files

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aContextWithoutFilesStaysInMemory(boolean isNative) throws Exception {
        Path file = folder.resolve("a.db");
        makeFile(file, "CREATE TABLE t(x)");
        Set<String> before = names(folder);
        use(builder(IOAccess.NONE, isNative).option("sqlvm.MemoryLimit", "1"));
        for (String name : List.of(
                file.toString(),
                "new.db",
                "file:" + file + "?mode=ro",
                "file:" + file + "?immutable=1",
                "file:" + file + "?nolock=1&vfs=unix-none")) {
            error(CANTOPEN, "unable to open database file", () -> open(name));
        }
        Value database = open(":memory:");
        String attached = "unable to open database: " + file;
        error(CANTOPEN, attached, () -> run(database, "ATTACH '" + file + "' AS a"));
        error(
                CANTOPEN,
                "unable to open database: new.db",
                () -> run(database, "VACUUM INTO 'new.db'"));
        run(database, "ATTACH '' AS a; ATTACH ':memory:' AS b; ATTACH 'file:m?vfs=memdb' AS c");
        run(database, "CREATE TABLE a.t(x); CREATE TEMP TABLE u(x)");
        run(
                database,
                "INSERT INTO a.t SELECT printf('%099d', value) FROM generate_series(1, 3000)");
        run(database, "PRAGMA temp_store = file; CREATE INDEX a.i ON t(x DESC); VACUUM a");
        assertEquals(
                3000L,
                value(database, "SELECT count(*) FROM (SELECT DISTINCT x FROM t ORDER BY x)"));
        assertEquals("memory", value(database, "PRAGMA journal_mode = wal"));
        assertEquals(before, names(folder));
    }

    // ------------------------------------------------------------------ the embedder's files

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void allFilesAreThoseOfTheEmbeddersFileSystem(boolean isNative) throws Exception {
        use(builder(with(files), isNative).option("sqlvm.MemoryLimit", "1"));
        Value database = open("/a.db");
        run(database, "PRAGMA journal_mode = persist; CREATE TABLE t(x); INSERT INTO t VALUES (1)");
        run(database, "ATTACH 'b.db' AS b; CREATE TABLE b.u(y); VACUUM INTO '/c.db'");
        run(database, "BEGIN; INSERT INTO t VALUES (2); INSERT INTO u VALUES (3); COMMIT");
        run(
                database,
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000)"
                        + " INSERT INTO t SELECT printf('%099d', i) FROM n ORDER BY i DESC");
        assertEquals(
                4002L,
                value(database, "SELECT count(*) FROM (SELECT DISTINCT x FROM t ORDER BY x)"));
        assertEquals("ok", value(database, "PRAGMA integrity_check"));
        assertEquals("/a.db", path(database));
        assertEquals(Set.of("a.db", "a.db-journal", "b.db", "c.db", "tmp"), names(root));
        assertTrue(files.opened.containsAll(
                Set.of("/a.db", "/a.db-journal", "/b.db", "/b.db-journal", "/c.db")));
        assertTrue(files.opened.stream().anyMatch(name -> name.startsWith("/a.db-mj")));
        assertTrue(files.opened.stream().anyMatch(name -> name.startsWith("/tmp/etilqs_")));
        assertEquals(Set.of("rw-------"), files.temporaryPermissions);
        assertEquals(Set.of("root"), names(folder));
        assertFalse(Files.exists(Path.of("/a.db")));
        makeFile(root.resolve("a.db"), "INSERT INTO t VALUES (5)");
        assertEquals(4003L, value(database, "SELECT count(*) FROM t"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatTheFileSystemRefusesCannotBeOpened(boolean isNative) throws Exception {
        Path outside = folder.resolve("outside.db");
        makeFile(outside, "CREATE TABLE t(x)");
        use(builder(with(files), isNative));
        String cannot = "unable to open database file";
        for (String name : List.of(
                "/forbidden/a.db",
                "/broken/a.db",
                "/tmp",
                "/none/a.db",
                outside.toString(),
                "file:" + outside + "?mode=ro",
                "file:/none?mode=rw")) {
            error(CANTOPEN, cannot, () -> open(name));
        }
        Value database = open("/a.db");
        run(database, "CREATE TABLE t(x)");
        for (String name :
                List.of("/forbidden/a.db", "/broken/a.db", "/none/a.db", outside.toString())) {
            String message = "unable to open database: " + name;
            error(CANTOPEN, message, () -> run(database, "ATTACH '" + name + "' AS x"));
            error(CANTOPEN, message, () -> run(database, "VACUUM INTO '" + name + "'"));
        }
        run(database, "INSERT INTO t VALUES (1)");
        assertEquals("delete", value(database, "PRAGMA journal_mode = wal"));
        assertEquals(Set.of("a.db", "tmp"), names(root));
    }

    /** Even where the context's own database is one of the files. */
    @Test
    void otherDatabasesCanBeOpened() {
        use(builder(IOAccess.NONE, true).option("sqlvm.Database", "/forbidden.db"));
        assertEquals(1L, value(open(":memory:"), "SELECT 1"));
        error(
                CANTOPEN,
                "unable to open database file",
                () -> context.eval(SqlvmLanguage.ID, "SELECT 1"));
    }

    @Test
    void aNameThatIsNoneCannotBeOpened() {
        use(builder(IOAccess.ALL, true));
        error(CANTOPEN, "unable to open database file", () -> open("a\0b"));
        Value database = open(":memory:");
        PolyglotException e = assertThrows(
                PolyglotException.class, () -> run(database, "ATTACH 'a' || char(0) || 'b' AS x"));
        assertEquals(CANTOPEN, e.getGuestObject().getMember("code").asInt());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aFileSystemThatCanOnlyBeReadIsRead(boolean isNative) throws Exception {
        makeFile(root.resolve("a.db"), "CREATE TABLE t(x)", "INSERT INTO t VALUES (1)");
        FileSystem readable = FileSystem.newReadOnlyFileSystem(
                isNative ? FileSystem.newDefaultFileSystem() : files);
        String name = isNative ? root.resolve("a.db").toString() : "/a.db";
        use(builder(with(readable), isNative).option("sqlvm.MemoryLimit", "1"));
        Value database = open(name);
        assertEquals(1L, value(database, "SELECT x FROM t"));
        String refused = "attempt to write a readonly database";
        error(READONLY, refused, () -> run(database, "INSERT INTO t VALUES (2)"));
        error(READONLY, refused, () -> run(database, "PRAGMA user_version = 3"));
        error(
                CANTOPEN,
                "unable to open database: new.db",
                () -> run(database, "VACUUM INTO 'new.db'"));
        error(
                CANTOPEN,
                "unable to open database: new.db",
                () -> run(database, "ATTACH 'new.db' AS n"));
        run(
                database,
                "CREATE TEMP TABLE u AS SELECT printf('%099d', value) x FROM generate_series(1,"
                        + " 3000)");
        assertEquals(
                3000L,
                value(database, "SELECT count(*) FROM (SELECT DISTINCT x FROM u ORDER BY x)"));
        assertEquals(Set.of("a.db", "tmp"), names(root));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void eachPartOfACompositeFileSystemIsUsed(boolean isNative) throws Exception {
        Path secret = folder.resolve("secret.db");
        makeFile(secret, "CREATE TABLE t(x)");
        FileSystem composite = FileSystem.newCompositeFileSystem(
                FileSystem.newDefaultFileSystem(),
                FileSystem.Selector.of(
                        FileSystem.newReadOnlyFileSystem(FileSystem.newDefaultFileSystem()),
                        path -> path.startsWith(root)),
                FileSystem.Selector.of(
                        FileSystem.newDenyIOFileSystem(), path -> path.startsWith(secret)));
        makeFile(root.resolve("a.db"), "CREATE TABLE t(x)");
        use(builder(with(composite), isNative));
        error(CANTOPEN, "unable to open database file", () -> open(secret.toString()));
        Value database = open(folder.resolve("b.db").toString());
        run(database, "CREATE TABLE t(x)");
        run(database, "ATTACH '" + root.resolve("a.db") + "' AS a");
        assertEquals(0L, value(database, "SELECT count(*) FROM a.t"));
        error(
                READONLY,
                "attempt to write a readonly database",
                () -> run(database, "INSERT INTO a.t VALUES (1)"));
        error(
                CANTOPEN,
                "unable to open database: " + secret,
                () -> run(database, "ATTACH '" + secret + "' AS s"));
        run(database, "INSERT INTO main.t VALUES (1)");
    }

    // ------------------------------------------------------------------ the option

    @Test
    void theOptionChoosesTheFiles() throws Exception {
        use(builder(with(files), true).option("sqlvm.Files", "machine"));
        run(open(folder.resolve("real.db").toString()), "CREATE TABLE t(x)");
        assertEquals(Set.of("real.db", "root"), names(folder));
        assertEquals(Set.of(), files.opened);

        use(builder(IOAccess.ALL, true).option("sqlvm.Files", "context"));
        Value database = open(folder.resolve("real.db").toString());
        run(database, "INSERT INTO t VALUES (1)");
        assertEquals("delete", value(database, "PRAGMA journal_mode = wal"), "there are no locks");

        String refused = "sqlvm.Files=machine needs a context with file and native access";
        for (Context.Builder builder : List.of(
                builder(IOAccess.NONE, true),
                builder(IOAccess.ALL, false),
                builder(with(files), false))) {
            use(builder.option("sqlvm.Files", "machine"));
            error(AUTH, refused, () -> open(":memory:"));
        }
    }
}
