package org.sqlvm.workload;

import org.graalvm.polyglot.Context;
import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** sqlvm, through its interface for Java. */
final class SqlvmEngine implements Engine {
    private static final Duration WARM_UP_MAX = Duration.ofSeconds(60);

    private final Context context;
    private final Database database;

    /** @param file the database; a folder is attached as one of all databases in it */
    SqlvmEngine(Path file) {
        boolean many = Files.isDirectory(file);
        context = Context.newBuilder("sqlvm").allowAllAccess(true).build();
        database = context.getBindings("sqlvm")
                .getMember("open")
                .execute(many ? ":memory:" : file.toString())
                .getMember("host")
                .asHostObject();
        if (many) {
            database.execute("ATTACH ? AS many", file.toString());
        }
    }

    @Override
    public Answer run(String sql) {
        try (Rows rows = database.query(sql)) {
            int count = rows.columnCount();
            List<String> columns = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                columns.add(rows.columnName(i));
            }
            List<List<Object>> answer = new ArrayList<>();
            while (rows.next()) {
                List<Object> row = new ArrayList<>(count);
                for (int i = 0; i < count; i++) {
                    row.add(rows.getObject(i));
                }
                answer.add(row);
            }
            return new Answer(columns, answer);
        }
    }

    @Override
    public void warmUp() {
        Sqlvm.warmUp(WARM_UP_MAX);
    }

    @Override
    public void close() {
        database.close();
        context.close();
    }
}
