package org.sqlvm.engine.db;

import org.sqlvm.engine.btree.Btree;
import org.sqlvm.engine.btree.TableCursor;
import org.sqlvm.engine.data.RecordWriter;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.file.FileSystem;
import org.sqlvm.engine.sql.Identifiers;
import org.sqlvm.engine.virtual.many.FileSet;
import org.sqlvm.engine.virtual.many.ManyModule;
import org.sqlvm.engine.virtual.module.DatabaseFiles;

import java.util.List;

/**
 * {@code ATTACH 'data/*.db'}: a database in memory that can only be read. For each table of the
 * files it has a virtual table.
 *
 * @param paths the files, patterns or folders
 * @param byName whether a file may lack columns
 */
record FileSetDatabase(List<String> paths, boolean byName) {
    private static final int SCHEMA_ROOT = 1;
    private static final String URI = "file:";
    private static final String BY_NAME = "union_by_name=";

    /** Returns the set of files that a name is; null if it is the name of one database. */
    static FileSetDatabase of(FileSystem files, String name) {
        int query = name.startsWith(URI) ? name.indexOf('?') : -1;
        String path = query < 0 ? name : name.substring(0, query);
        if (name.startsWith(URI)) {
            path = path.substring(URI.length()).replaceFirst("^//(localhost)?(?=/)", "");
        }
        List<String> paths = FileSet.attached(files, path);
        if (paths == null) {
            return null;
        }
        boolean byName = false;
        for (String parameter :
                name.substring(query < 0 ? name.length() : query + 1).split("&")) {
            if (parameter.startsWith(BY_NAME)) {
                byName = ManyModule.isTrue(parameter.substring(BY_NAME.length()));
            }
        }
        return new FileSetDatabase(paths, byName);
    }

    /** Makes the database. */
    Btree create(DatabaseFiles files, TextEncoding encoding) {
        List<String> tables = ManyModule.tables(files, paths);
        Btree btree = Btree.openMemory();
        boolean done = false;
        try {
            btree.storage().settings().setNewEncoding(encoding.code);
            btree.beginRead();
            btree.beginWrite();
            fill(btree, tables, encoding);
            btree.commit();
            btree.endRead();
            btree.setReadOnly();
            done = true;
            return btree;
        } finally {
            if (!done) {
                btree.close();
            }
        }
    }

    private void fill(Btree btree, List<String> tables, TextEncoding encoding) {
        try (TableCursor schema = btree.openTable(SCHEMA_ROOT, true)) {
            long rowid = 0;
            for (String table : tables) {
                String sql = "CREATE VIRTUAL TABLE " + Identifiers.quoted(table) + " USING "
                        + ManyModule.NAME + "(" + ManyModule.arguments(paths, table, byName) + ")";
                Object[] row = {Text.of("table"), Text.of(table), Text.of(table), 0L, Text.of(sql)};
                byte[] record = RecordWriter.write(row, 0, row.length, encoding);
                schema.insert(++rowid, record, record.length, true);
            }
        }
    }
}
