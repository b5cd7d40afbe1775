package org.sqlvm.engine.row;

import org.sqlvm.engine.data.Text;

import java.util.List;

/** What the connection and the library say of themselves. */
final class ConnectionFunctions {
    /** The SQLite whose dialect this is. */
    private static final Text VERSION = Text.of("3.54.1");

    private static final Text SOURCE_ID = Text.of("2026-10-16 14:45:20"
            + " 555e07ef33f69a0957d24d8e555b702464a131d6f1607f4c3c1e4551e8e6ca76");

    static final List<SqlFunction> FUNCTIONS = List.of(
            new Scalar(
                    "last_insert_rowid", 0, 0, false, (context, none) -> context.lastInsertRowid()),
            new Scalar("changes", 0, 0, false, (context, none) -> context.changes()),
            new Scalar("total_changes", 0, 0, false, (context, none) -> context.totalChanges()),
            Scalar.of("sqlite_version", 0, (context, none) -> VERSION),
            Scalar.of("sqlite_source_id", 0, (context, none) -> SOURCE_ID));

    private ConnectionFunctions() {}
}
