package org.sqlvm.jdbc.link;

import org.sqlvm.api.Database;
import org.sqlvm.api.Limit;
import org.sqlvm.api.Preparation;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.Statement;
import org.sqlvm.api.Statement.Bindings;

import java.util.Arrays;
import java.util.List;

/** A database of this process. */
public final class EmbeddedLink implements Link {
    private final Database database;

    public EmbeddedLink(Database database) {
        this.database = database;
    }

    @Override
    public Database database() {
        return database;
    }

    @Override
    public boolean isEmbedded() {
        return true;
    }

    @Override
    public String userName() {
        return "";
    }

    /**
     * Returns false: whether the file can be written to is known only when a statement writes to
     * it.
     */
    @Override
    public boolean isReadOnly() {
        return false;
    }

    @Override
    public Statement prepare(String sql) {
        return database.prepare(sql);
    }

    @Override
    public Preparation preparation() {
        return database.preparation();
    }

    @Override
    public Rows query(String sql, Object... parameters) {
        return database.query(sql, parameters);
    }

    @Override
    public void execute(String sql) {
        database.execute(sql);
    }

    @Override
    public boolean isAutocommit() {
        return database.isAutocommit();
    }

    @Override
    public long changes() {
        return database.changes();
    }

    @Override
    public long lastInsertRowid() {
        return database.lastInsertRowid();
    }

    @Override
    public void setLimit(Limit limit, int value) {
        database.setLimit(limit, value);
    }

    @Override
    public void runMany(
            Statement statement, List<Bindings> entries, BatchCounts run, boolean appends) {
        if (appends) {
            int many = statement.executeFirst(entries, run.done);
            Arrays.fill(run.counts, run.done, run.done + many, 1);
            run.done += many;
        }
    }

    @Override
    public boolean isValid(int seconds) {
        try (Statement statement = database.prepare("SELECT 1")) {
            statement.timeLimit(seconds * 1000L).query().close();
            return true;
        } catch (SqlvmException _) {
            return false;
        }
    }

    @Override
    public boolean isBroken() {
        return false;
    }

    @Override
    public void interrupt() {
        database.interrupt();
    }

    @Override
    public void close() {
        database.close();
    }
}
