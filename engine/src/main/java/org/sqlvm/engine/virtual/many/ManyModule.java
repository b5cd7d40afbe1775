package org.sqlvm.engine.virtual.many;

import org.sqlvm.api.ModuleTable;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.virtual.files.FileArguments;
import org.sqlvm.engine.virtual.module.DatabaseFiles;
import org.sqlvm.engine.virtual.module.EngineModule;
import org.sqlvm.engine.virtual.module.ModuleCall;

import java.util.ArrayList;
import java.util.List;

/**
 * {@code FROM read_sqlite('data/*.db', 'rides')}: a table of many database files as one. ATTACH of
 * a pattern makes such tables, too.
 *
 * <p>A table is one of temp or of such a set: a database from elsewhere must not choose which files
 * are read.
 */
public final class ManyModule implements EngineModule {
    /** The module's name. */
    public static final String NAME = "read_sqlite";

    private static final String BY_NAME = "union_by_name";

    @Override
    public boolean isCalled() {
        return true;
    }

    @Override
    public boolean isCallDirectOnly() {
        return true;
    }

    /**
     * Returns the arguments of a table.
     *
     * @param paths the files, patterns or folders
     */
    public static String arguments(List<String> paths, String table, boolean byName) {
        List<String> texts = new ArrayList<>();
        paths.forEach(path -> texts.add(quoted(path)));
        texts.add(quoted(table));
        if (byName) {
            texts.add(BY_NAME + " = 1");
        }
        return String.join(", ", texts);
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    @Override
    public ModuleTable connect(ModuleCall call) {
        DatabaseFiles files = call.host().databaseFiles();
        if (!call.database().isTemp() && !files.isSet(call.database())) {
            throw SqlException.error(
                    "only tables of temp may read files: CREATE VIRTUAL TABLE temp." + call.table()
                            + " USING " + call.module() + "(…)");
        }
        List<String> paths = new ArrayList<>();
        boolean byName = false;
        for (String argument : call.arguments()) {
            int equals = argument.startsWith("'") || argument.startsWith("\"")
                    ? -1
                    : argument.indexOf('=');
            if (equals < 0) {
                paths.add(FileArguments.unquoted(argument));
                continue;
            }
            String option = argument.substring(0, equals).strip();
            if (!option.equalsIgnoreCase(BY_NAME)) {
                throw SqlException.error("no such option of " + NAME + ": " + option);
            }
            byName =
                    isTrue(FileArguments.unquoted(argument.substring(equals + 1).strip()));
        }
        if (paths.size() < 2) {
            throw SqlException.error(NAME + " needs the path of a file and the name of a table");
        }
        String table = paths.removeLast();
        FileSet set = FileSet.of(files.system(), paths);
        return ManyTable.of(call.host(), files, set, table, byName);
    }

    /** Whether an option or a parameter of a URI is on. */
    public static boolean isTrue(String value) {
        return value.matches("(?i)yes|true|on|0*[1-9][0-9]*");
    }

    /** Returns the tables of the first file of a set: those that ATTACH shows. */
    public static List<String> tables(DatabaseFiles files, List<String> paths) {
        FileSet set = FileSet.of(files.system(), paths);
        FileSet.Member first = set.members().getFirst();
        try (OpenFile file = OpenFile.open(files, first, true)) {
            return file.schema().tables().stream()
                    .filter(table -> table.rootPage() > 0)
                    .map(Table::name)
                    .filter(name -> !name.regionMatches(true, 0, "sqlite_", 0, 7))
                    .toList();
        }
    }
}
