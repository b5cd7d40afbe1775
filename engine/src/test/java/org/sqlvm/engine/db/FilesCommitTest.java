package org.sqlvm.engine.db;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlvm.engine.btree.Btree;
import org.sqlvm.engine.btree.Meta;
import org.sqlvm.engine.btree.RowChanges;
import org.sqlvm.engine.btree.Sqlite3;
import org.sqlvm.engine.btree.TableCursor;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.DirectFileSystem;
import org.sqlvm.engine.file.FaultyDisk;
import org.sqlvm.engine.file.FaultyDisk.PowerLoss;
import org.sqlvm.engine.file.FileSystem;
import org.sqlvm.engine.file.OpenOptions;
import org.sqlvm.engine.file.Pause;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.pager.JournalMode;
import org.sqlvm.engine.pager.Synchronous;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Transactions over three files: whatever happens, all of them have happened, or none. SQLite is of
 * the same opinion about the same files.
 */
final class FilesCommitTest {
    private static final List<String> NAMES = List.of("main.db", "one.db", "two.db");

    private static final String SUPER_JOURNAL = ".*main\\.db-mj[0-9A-F]{6}9[0-9A-F]{2}";

    private static final int TRANSACTIONS = 3;
    private static final int KEYS = 60;

    @TempDir
    private Path directory;

    /** The number of a database among those of the connection: temp is between. */
    private static int number(int file) {
        return file == 0 ? 0 : file + 1;
    }

    private static String modeOf(String modes, int file) {
        String[] all = modes.split(" ");
        return all[file % all.length];
    }

    /** A connection with three files, and what is in them. */
    private static final class Run {
        final List<Path> paths;
        final Databases databases;
        final int[] roots = new int[NAMES.size()];
        /** By number of the transaction that has left them: the rows, which are the same in all. */
        final List<Map<Long, byte[]>> states = new ArrayList<>();

        int committed;

        Run(FileSystem disk, Path folder, String modes, Synchronous level) {
            paths = NAMES.stream().map(folder::resolve).toList();
            Workspace workspace = new Workspace(disk, 0);
            databases = new Databases(disk, open(disk, paths.get(0)), 0, workspace);
            for (int file = 1; file < NAMES.size(); file++) {
                databases.attach("f" + file, open(disk, paths.get(file)), false);
            }
            states.add(new TreeMap<>());
            for (int file = 0; file < NAMES.size(); file++) {
                Btree btree = btree(file);
                btree.storage().settings().setNewPageSize(file == 1 ? 1024 : 512);
                btree.storage().settings().setSynchronous(level);
                btree.beginWrite();
                roots[file] = btree.trees().create(true);
                btree.commit();
                setMode(btree, JournalMode.valueOf(modeOf(modes, file)));
            }
        }

        private static void setMode(Btree btree, JournalMode mode) {
            if (mode == JournalMode.WAL) {
                assertTrue(btree.storage().enterLog());
            } else {
                btree.beginRead();
                btree.storage().setJournalMode(mode);
                btree.endRead();
            }
        }

        Btree btree(int file) {
            return databases.btree(number(file));
        }

        /** Rows come, go and change, the same in all files, and their number is written down. */
        void change() {
            int transaction = committed + 1;
            databases.transaction().begin();
            Map<Long, byte[]> rows = new TreeMap<>(states.get(committed));
            for (int file = 0; file < NAMES.size(); file++) {
                Random random = new Random(transaction);
                databases.transaction().beginWriting(number(file), false, false, true);
                btree(file).header().set(Meta.USER_VERSION, transaction);
                try (TableCursor cursor = btree(file).openTable(roots[file], true)) {
                    for (int i = 0; i < 25; i++) {
                        change(cursor, rows, random);
                    }
                }
            }
            while (states.size() <= transaction) {
                states.add(null);
            }
            states.set(transaction, rows);
        }

        private static void change(TableCursor cursor, Map<Long, byte[]> rows, Random random) {
            long key = random.nextInt(KEYS);
            byte[] record = new byte[2 + random.nextInt(random.nextInt(8) == 0 ? 2000 : 60)];
            random.nextBytes(record);
            if (random.nextInt(4) == 0) {
                RowChanges.delete(cursor, rows, key);
            } else {
                RowChanges.put(cursor, rows, key, record);
            }
        }

        void commit() {
            databases.transaction().commit();
            committed++;
        }

        void transactions(int count) {
            for (int i = 0; i < count; i++) {
                change();
                commit();
            }
        }

        /** The number of the transaction that a file has. */
        int look(Btree btree, int file) {
            btree.beginRead();
            try (TableCursor cursor = btree.openTable(roots[file], false)) {
                int transaction = btree.header().get(Meta.USER_VERSION);
                Map<Long, byte[]> found = new TreeMap<>();
                for (boolean more = cursor.first(); more; more = cursor.next()) {
                    found.put(cursor.rowid(), cursor.fullPayload());
                }
                Map<Long, byte[]> wanted = states.get(transaction);
                assertEquals(wanted.keySet(), found.keySet());
                wanted.forEach((key, record) ->
                        assertEquals(0, java.util.Arrays.compare(record, found.get(key))));
                return transaction;
            } finally {
                btree.endRead();
            }
        }

        /** Checks that all files have the same transaction; returns its number. */
        int lookAtAll() {
            int transaction = look(btree(0), 0);
            for (int file = 1; file < NAMES.size(); file++) {
                assertEquals(transaction, look(btree(file), file), NAMES.get(file));
            }
            return transaction;
        }
    }

    private static Btree open(FileSystem disk, Path path) {
        OpenOptions options = OpenOptions.ofPath(path.toString()).withMemory(1, 0);
        return Btree.open(disk, options, Pause.BLOCKING, new Workspace(disk, 0));
    }

    private Run begin(FaultyDisk disk, String modes, Synchronous level) throws IOException {
        Run run = new Run(disk, directory, modes, level);
        for (Path path : run.paths) {
            disk.open(path.toString(), org.sqlvm.engine.file.OpenMode.READ_WRITE)
                    .sync();
        }
        disk.syncFolder(directory.toString());
        return run;
    }

    @ParameterizedTest
    @CsvSource({
        "DELETE, FULL",
        "TRUNCATE, FULL",
        "PERSIST, FULL",
        "DELETE TRUNCATE PERSIST, EXTRA",
    })
    void powerIsLostAtEveryCall(String modes, Synchronous level) throws Exception {
        FaultyDisk whole = new FaultyDisk();
        Run all = begin(whole, modes, level);
        int before = whole.calls();
        all.transactions(TRANSACTIONS);
        assertTrue(whole.everMade().stream().anyMatch(name -> name.matches(SUPER_JOURNAL)));
        int after = whole.calls();
        int kept = 0;
        for (int call = before + 1; call <= after; call++) {
            FaultyDisk disk = new FaultyDisk();
            Run run = begin(disk, modes, level);
            disk.losePowerAt(call);
            assertThrows(PowerLoss.class, () -> run.transactions(TRANSACTIONS));
            FaultyDisk found = disk.afterPowerLoss(new Random(call));
            kept += found.made().stream().anyMatch(name -> name.matches(SUPER_JOURNAL)) ? 1 : 0;
            try {
                if (call % 5 == 0) {
                    judge(found, run);
                }
                recover(found, run, new Random(call));
            } catch (AssertionError | SqlException e) {
                throw new AssertionError(modes + " " + level + ", power lost at " + call, e);
            }
        }
        assertTrue(kept > TRANSACTIONS, "" + kept);
    }

    /** Each file is recovered alone, in any order; they agree. */
    private static void recover(FaultyDisk disk, Run run, Random random) {
        List<Integer> order = new ArrayList<>(List.of(0, 1, 2));
        Collections.shuffle(order, random);
        int transaction = -1;
        for (int file : order) {
            try (Btree btree = open(disk, run.paths.get(file))) {
                int found = run.look(btree, file);
                assertTrue(
                        found == run.committed || found == run.committed + 1,
                        found + " instead of " + run.committed);
                assertTrue(transaction < 0 || found == transaction, NAMES.get(file));
                transaction = found;
            }
        }
        assertFalse(hasHotJournal(disk, run));
    }

    private static boolean hasHotJournal(FaultyDisk disk, Run run) {
        return run.paths.stream()
                .map(path -> disk.content(path + "-journal"))
                .anyMatch(bytes -> bytes != null && bytes.length > 0 && bytes[0] != 0);
    }

    /** SQLite recovers a copy of the same files to one and the same transaction. */
    private void judge(FaultyDisk disk, Run run) throws Exception {
        for (String name : disk.made()) {
            Files.write(Path.of(name), disk.content(name));
        }
        String versions = sqliteVersions();
        String expected = run.committed + "\n" + run.committed + "\n" + run.committed;
        String orNext = expected.replace("" + run.committed, "" + (run.committed + 1));
        assertTrue(versions.equals(expected) || versions.equals(orNext), versions);
        deleteAll();
    }

    /** One connection for each: the second and third are attached. */
    private String sqliteVersions() throws Exception {
        return Sqlite3.run(
                directory.resolve(NAMES.get(0)),
                "ATTACH '" + directory.resolve(NAMES.get(1)) + "' AS one;\nATTACH '"
                        + directory.resolve(NAMES.get(2)) + "' AS two;\n"
                        + "PRAGMA two.user_version; PRAGMA one.user_version; PRAGMA user_version;");
    }

    private void deleteAll() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "DELETE, FULL, 1",
        "DELETE, EXTRA, 3",
        "TRUNCATE PERSIST DELETE, FULL, 1",
        "PERSIST, NORMAL, 2",
        "DELETE WAL TRUNCATE, FULL, 1",
        "DELETE, FULL, 1000000",
    })
    void callsFail(String modes, Synchronous level, int count) throws Exception {
        FaultyDisk whole = new FaultyDisk();
        Run all = begin(whole, modes, level);
        int before = whole.calls();
        all.transactions(TRANSACTIONS);
        int after = whole.calls();
        for (int call = before + 1; call <= after; call++) {
            FaultyDisk disk = new FaultyDisk();
            Run run = begin(disk, modes, level);
            disk.failAt(call, count);
            try {
                goOnAfterErrors(run, disk);
            } catch (AssertionError | SqlException e) {
                throw new AssertionError(modes + " " + level + ", failed at " + call, e);
            }
        }
    }

    private static void goOnAfterErrors(Run run, FaultyDisk disk) {
        try {
            run.transactions(TRANSACTIONS);
        } catch (SqlException e) {
            assertEquals(ResultCode.IOERR, ResultCode.primary(e.code()) & ~4, e::toString);
            if (!run.databases.transaction().isAutocommit()) {
                try {
                    run.databases.transaction().rollbackAll();
                } catch (SqlException again) {
                    assertEquals(ResultCode.IOERR, ResultCode.primary(again.code()));
                }
            }
            disk.failAt(Integer.MAX_VALUE, 0);
            if (run.btree(1).storage().hasLog()) {
                // Has committed when it is written: the last of all that may fail is behind it.
                int behind = run.look(run.btree(0), 0);
                assertEquals(behind, run.look(run.btree(2), 2));
                int log = run.look(run.btree(1), 1);
                if (log != behind) {
                    assertEquals(behind + 1, log);
                    return;
                }
            }
            int found = run.lookAtAll();
            assertTrue(found == run.committed || found == run.committed + 1, found + "");
            run.committed = found;
            run.transactions(2);
        }
        disk.failAt(Integer.MAX_VALUE, 0); // After the decision errors do not matter.
        assertEquals(run.committed, run.lookAtAll());
        run.databases.close();
    }

    /** A connection reads one of the files: the transaction waits as a whole. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void aReaderOfOneFileKeepsAllBack(int read) throws Exception {
        FaultyDisk disk = new FaultyDisk();
        Run run = begin(disk, "DELETE", Synchronous.FULL);
        run.transactions(1);
        try (Btree reader = open(disk, run.paths.get(read))) {
            reader.beginRead();
            run.change();
            SqlException busy = assertThrows(
                    SqlException.class, () -> run.databases.transaction().commit());
            assertEquals(ResultCode.BUSY, busy.code());
            assertEquals(1, run.look(reader, read));
            reader.endRead();
            run.commit();
            assertEquals(2, run.look(reader, read));
        }
        assertEquals(2, run.lookAtAll());
        run.databases.close();
    }

    /** Where SQLite makes none, neither do we. */
    @ParameterizedTest
    @CsvSource({
        "DELETE MEMORY OFF, FULL, false",
        "WAL, FULL, false",
        "DELETE WAL MEMORY, FULL, false",
        "WAL DELETE TRUNCATE, FULL, true",
        "DELETE, OFF, false",
        "DELETE, NORMAL, true",
    })
    void whenThereIsASuperJournal(String modes, Synchronous level, boolean expected)
            throws Exception {
        FaultyDisk disk = new FaultyDisk();
        Run run = begin(disk, modes, level);
        run.transactions(2);
        assertEquals(
                expected, disk.everMade().stream().anyMatch(name -> name.matches(SUPER_JOURNAL)));
        assertFalse(disk.made().stream().anyMatch(name -> name.matches(SUPER_JOURNAL)));
        assertEquals(2, run.lookAtAll());
        run.databases.close();
    }

    /** SQLite is killed in the middle of such a commit, and we clean up. */
    @Test
    void whatSqliteHasLeftIsRolledBack() throws Exception {
        Run run = new Run(DirectFileSystem.INSTANCE, directory, "DELETE", Synchronous.FULL);
        run.transactions(1);
        run.databases.close();
        Path names = killSqliteInCommit();
        assertTrue(Files.exists(names));
        List<Path> journals = run.paths.stream()
                .map(path -> path.resolveSibling(path.getFileName() + "-journal"))
                .toList();
        assertTrue(journals.stream().anyMatch(Files::exists));
        for (int file = 0; file < NAMES.size(); file++) {
            try (Btree btree = open(DirectFileSystem.INSTANCE, run.paths.get(file))) {
                assertEquals(1, run.look(btree, file));
            }
        }
        assertFalse(Files.exists(journals.get(0)));
        assertFalse(Files.exists(names));
        assertEquals("1\n1\n1", sqliteVersions());
    }

    /** Without its super-journal a journal belongs to a commit: it goes, and nothing else. */
    @Test
    void whatSqliteHasCommittedStays() throws Exception {
        Run run = new Run(DirectFileSystem.INSTANCE, directory, "DELETE", Synchronous.FULL);
        run.transactions(1);
        run.databases.close();
        Files.delete(killSqliteInCommit());
        Path journal = directory.resolve("main.db-journal");
        assertTrue(Files.exists(journal));
        byte[] before = Files.readAllBytes(run.paths.get(0));
        try (Btree btree = open(DirectFileSystem.INSTANCE, run.paths.get(0))) {
            btree.beginRead();
            btree.endRead();
        } catch (SqlException e) {
            assertEquals(ResultCode.CORRUPT, e.code()); // It is half a database, after all.
        }
        assertFalse(Files.exists(journal));
        assertEquals(0, java.util.Arrays.compare(before, Files.readAllBytes(run.paths.get(0))));
    }

    /**
     * Lets sqlite3 write so much that its commit takes a while, and kills it when the super-journal
     * is there and a journal names it.
     *
     * @return the super-journal
     */
    private Path killSqliteInCommit() throws Exception {
        Process sqlite = new ProcessBuilder(
                        "sqlite3", "-batch", directory.resolve(NAMES.get(0)).toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        String rows = "INSERT INTO %s.big SELECT randomblob(900) FROM n;\n";
        try (var input = sqlite.outputWriter()) {
            input.write("ATTACH '" + directory.resolve(NAMES.get(1)) + "' AS one;\nATTACH '"
                    + directory.resolve(NAMES.get(2)) + "' AS two;\nPRAGMA cache_size = 100000;\n"
                    + "PRAGMA one.cache_size = 100000;\nPRAGMA two.cache_size = 100000;\nBEGIN;\n"
                    + "CREATE TEMP TABLE n(x);\nINSERT INTO n WITH RECURSIVE r(x) AS (VALUES (1)"
                    + " UNION ALL SELECT x + 1 FROM r WHERE x < 20000) SELECT x FROM r;\n");
            for (String name : List.of("main", "one", "two")) {
                input.write("CREATE TABLE " + name + ".big(b);\n" + String.format(rows, name));
            }
            input.write("COMMIT;\nSELECT 1;\n");
        }
        // Main is prepared first: its journal is synced, with the name, before its pages are
        // written.
        Path journal = directory.resolve("main.db-journal");
        while (sqlite.isAlive() && !(Files.exists(journal) && isNamed(journal))) {
            Thread.onSpinWait();
        }
        sqlite.destroyForcibly();
        assertTrue(sqlite.waitFor(10, TimeUnit.SECONDS));
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().matches(SUPER_JOURNAL))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static boolean isNamed(Path journal) throws IOException {
        byte[] bytes = Files.readAllBytes(journal);
        return bytes.length > 0
                && bytes[0] != 0
                && new String(bytes, StandardCharsets.ISO_8859_1).contains("main.db-mj");
    }
}
