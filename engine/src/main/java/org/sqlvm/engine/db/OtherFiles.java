package org.sqlvm.engine.db;

import org.sqlvm.api.Limit;
import org.sqlvm.engine.btree.Btree;
import org.sqlvm.engine.codegen.query.Defaults;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.FileSystem;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.schema.DatabaseId;
import org.sqlvm.engine.schema.KnownRows;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.vector.cache.FileColumns;
import org.sqlvm.engine.virtual.module.DatabaseFiles;

/** Database files that are not attached. */
record OtherFiles(Databases databases, Workspace workspace, Opener opener)
        implements DatabaseFiles {
    /** Opens a file. */
    @FunctionalInterface
    interface Opener {
        Btree open(String path, long busyTimeoutMs, boolean inContext);
    }

    @Override
    public FileSystem system() {
        return databases.fileSystem();
    }

    @Override
    public Btree open(String path, boolean inContext) {
        int most = databases.limits().get(Limit.ATTACHED);
        if (most == 0) {
            throw SqlException.error("too many attached databases - max " + most);
        }
        return opener.open(path, databases.get(0).pragmas.busyTimeoutMs(), inContext);
    }

    @Override
    public Schema schema(Btree database) {
        return SchemaReader.read(
                database,
                DatabaseId.MAIN,
                false,
                databases.settings().registered(),
                new KnownRows());
    }

    @Override
    public Object absentValue(Table table, int column) {
        return Defaults.absentValue(table.columns().get(column), table.sql());
    }

    @Override
    public FileColumns columns() {
        return databases.columnCache().fileColumns();
    }

    @Override
    public boolean isSet(DatabaseId database) {
        return databases.get(database.number()).isSet;
    }
}
