package org.sqlvm.language.statement;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.graalvm.polyglot.Context;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.TransactionState;
import org.sqlvm.language.SqlvmLanguage;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** PRAGMA sqlvm_locks and sqlvm_log show the locks and logs of the process's connections. */
final class LockPragmasTest {
    private static final String ID = SqlvmLanguage.ID;

    @TempDir
    Path folder;

    private Context context;
    private Database first;
    private Database second;

    @BeforeEach
    void open() {
        context = Context.newBuilder(ID)
                .option("engine.WarnInterpreterOnly", "false")
                .allowAllAccess(true)
                .build();
        first = database();
        second = database();
        first.execute("CREATE TABLE t(a)");
        second.execute("INSERT INTO t VALUES (1)");
    }

    @AfterEach
    void close() {
        context.close();
    }

    private Database database() {
        return context.getBindings(ID)
                .getMember("open")
                .execute(folder.resolve("file.db").toString())
                .getMember("host")
                .asHostObject();
    }

    private static List<String> rows(Database database, String sql) {
        List<String> all = new ArrayList<>();
        try (Rows rows = database.query(sql)) {
            while (rows.next()) {
                StringBuilder line = new StringBuilder();
                for (int i = 0; i < rows.columnCount(); i++) {
                    line.append(i == 0 ? "" : "|").append(rows.getObject(i));
                }
                all.add(line.toString());
            }
        }
        return all;
    }

    @Test
    void showsTheWriterOfAFile() {
        assertEquals(List.of(), rows(first, "PRAGMA sqlvm_locks"));
        assertEquals(TransactionState.NONE, second.transactionState());
        second.execute("BEGIN IMMEDIATE");
        assertEquals(
                List.of("main|SHARED|shared|1|0|null", "main|RESERVED|exclusive|1|0|null"),
                rows(first, "PRAGMA sqlvm_locks"));
        assertEquals(
                List.of("main|SHARED|shared|1|1|null", "main|RESERVED|exclusive|1|1|null"),
                rows(second, "SELECT * FROM pragma_sqlvm_locks"));
        assertEquals(TransactionState.WRITE, second.transactionState());
        assertEquals(List.of(), rows(first, "PRAGMA sqlvm_log"));
    }

    @Test
    void showsALogWithItsReaders() {
        rows(first, "PRAGMA journal_mode = WAL");
        first.execute("INSERT INTO t VALUES (2)");
        first.execute("BEGIN");
        rows(first, "SELECT * FROM t");
        assertEquals(TransactionState.READ, first.transactionState());
        second.execute("BEGIN IMMEDIATE");
        second.execute("INSERT INTO t VALUES (3)");
        assertEquals(
                List.of("WRITE|exclusive|1|0|null", "READ 1|shared|2|1|1"),
                rows(
                        first,
                        "SELECT lock, mode, connections, own, frame FROM pragma_sqlvm_locks"
                                + " WHERE lock <> 'SHARED'"));
        second.execute("COMMIT");
        assertEquals(
                List.of("main|2|0|4096"),
                rows(
                        second,
                        "SELECT schema, frames, checkpointed, page_size FROM pragma_sqlvm_log"));
        rows(second, "PRAGMA wal_checkpoint(PASSIVE)");
        // The first frame is the last that the reader needs.
        assertEquals(
                List.of("2|1"), rows(second, "SELECT frames, checkpointed FROM pragma_sqlvm_log"));
    }
}
