package org.sqlvm.jdbc;

import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.text.SqlText;
import org.sqlvm.jdbc.error.Errors;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The schema objects of a connection's databases, read with PRAGMAs. JDBC's schema is the name of
 * an attached database; main and temp, where names are searched first, have none.
 */
final class Catalog {
    private static final String TEMP = "temp";

    private final SqlvmConnection connection;

    Catalog(SqlvmConnection connection) {
        this.connection = connection;
    }

    /** @param schema as JDBC sees it: null for main and temp */
    record Database(String name, String schema) {}

    /** @param type as getTables names it */
    record Table(Database database, String name, String type, String sql, boolean withoutRowid) {
        String schema() {
            return database.schema();
        }
    }

    /**
     * @param key position in the primary key, from 1; 0 for a column outside of it
     * @param hidden 0 for a plain column, 1 for a hidden one, 2 and 3 for a generated one
     * @param autoincrement whether it is the rowid, and declared with AUTOINCREMENT
     */
    record Column(
            String name,
            String type,
            boolean notNull,
            String defaultValue,
            int key,
            int hidden,
            boolean autoincrement) {
        boolean isGenerated() {
            return hidden > 1;
        }
    }

    record Index(String name, boolean unique, String origin, boolean partial) {}

    /** @param name null for an expression */
    record IndexColumn(int position, String name, boolean descending) {}

    /** @param parentColumn null for the primary key's */
    record ForeignKeyColumn(
            int id,
            int position,
            String parent,
            String column,
            String parentColumn,
            String onUpdate,
            String onDelete) {}

    /** Converts a row of a PRAGMA's result to an object. */
    private interface Maker<T> {
        T make(Rows row);
    }

    private <T> List<T> ask(Maker<T> maker, String sql, Object... parameters) throws SQLException {
        List<T> all = new ArrayList<>();
        try (Rows rows = connection.ask(sql, parameters)) {
            while (rows.next()) {
                all.add(maker.make(rows));
            }
            return all;
        } catch (SqlvmException e) {
            throw connection.error(e);
        }
    }

    /** A test of names for a pattern with {@code %}, {@code _} and {@code \}; null takes all. */
    static Pattern pattern(String like) {
        StringBuilder regex = new StringBuilder();
        String text = like == null ? "%" : like;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\' && i + 1 < text.length()) {
                regex.append(Pattern.quote(text.substring(i + 1, i + 2)));
                i++;
            } else if (c == '%') {
                regex.append(".*");
            } else if (c == '_') {
                regex.append('.');
            } else {
                regex.append(Pattern.quote(String.valueOf(c)));
            }
        }
        int flags = Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.DOTALL;
        return Pattern.compile(regex.toString(), flags);
    }

    /** The databases that a catalog or a schema names, or all. */
    List<Database> databases(String catalog, String schemaPattern) throws SQLException {
        String wanted = schemaPattern == null || schemaPattern.isEmpty() ? catalog : schemaPattern;
        Pattern pattern = pattern(wanted == null || wanted.isEmpty() ? null : wanted);
        List<Database> all = ask(row -> database(row.getText(1)), "PRAGMA database_list");
        if (all.stream().noneMatch(database -> database.name().equals(TEMP))) {
            all.add(new Database(TEMP, null));
        }
        all.removeIf(database -> !pattern.matcher(database.name()).matches());
        return all;
    }

    private static Database database(String name) {
        boolean plain = name.equals("main") || name.equals(TEMP);
        return new Database(name, plain ? null : name);
    }

    /** Tables and views by a pattern of their names, in no order; not temp's own schema. */
    List<Table> tables(String catalog, String schemaPattern, String namePattern)
            throws SQLException {
        Pattern pattern = pattern(namePattern);
        List<Table> all = new ArrayList<>();
        for (Database database : databases(catalog, schemaPattern)) {
            all.addAll(ask(
                    row -> new Table(
                            database,
                            row.getText(0),
                            type(database, row.getText(0), row.getText(1)),
                            row.getText(2),
                            row.getLong(3) != 0),
                    "SELECT l.name, l.type, s.sql, l.wr FROM pragma_table_list AS l LEFT JOIN "
                            + SqlText.quoted(database.name())
                            + ".sqlite_schema AS s ON s.name = l.name AND s.type IN ('table',"
                            + " 'view') WHERE l.schema = ?",
                    database.name()));
        }
        all.removeIf(table -> !pattern.matcher(table.name()).matches()
                || table.name().equals("sqlite_temp_schema"));
        return all;
    }

    /** Tables of which the name is known, of the first database that has one. */
    Table table(String catalog, String schema, String name) throws SQLException {
        if (name == null) {
            throw Errors.invalid("no table is named");
        }
        String literal = name.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_");
        List<Table> found = tables(catalog, schema, literal);
        return found.isEmpty() ? null : found.getFirst();
    }

    private static String type(Database database, String name, String kind) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (lower.startsWith("sqlite_")) {
            return "SYSTEM TABLE";
        }
        if (kind.equals("view")) {
            return "VIEW";
        }
        return database.name().equals(TEMP) ? "GLOBAL TEMPORARY" : "TABLE";
    }

    List<Column> columns(Table table) throws SQLException {
        List<Column> columns = ask(
                row -> new Column(
                        row.getText(0),
                        row.getText(1) == null ? "" : row.getText(1),
                        row.getLong(2) != 0,
                        row.getText(3),
                        (int) row.getLong(4),
                        (int) row.getLong(5),
                        false),
                "SELECT name, type, \"notnull\", dflt_value, pk, hidden"
                        + " FROM pragma_table_xinfo(?, ?) ORDER BY cid",
                table.name(),
                table.database().name());
        if (!new Constraints(table.sql()).autoincrements()) {
            return columns;
        }
        // SQLite allows the word only after INTEGER PRIMARY KEY.
        columns.replaceAll(column -> column.key() == 1
                ? new Column(
                        column.name(),
                        column.type(),
                        column.notNull(),
                        column.defaultValue(),
                        1,
                        column.hidden(),
                        true)
                : column);
        return columns;
    }

    /** The columns of the primary key in its order. */
    List<Column> primaryKey(Table table) throws SQLException {
        return columns(table).stream()
                .filter(column -> column.key() > 0)
                .sorted(Comparator.comparingInt(Column::key))
                .toList();
    }

    List<Index> indexes(Table table) throws SQLException {
        return ask(
                row -> new Index(
                        row.getText(0), row.getLong(1) != 0, row.getText(2), row.getLong(3) != 0),
                "SELECT name, \"unique\", origin, partial FROM pragma_index_list(?, ?)",
                table.name(),
                table.database().name());
    }

    List<IndexColumn> indexColumns(Table table, Index index) throws SQLException {
        return ask(
                row -> new IndexColumn(
                        (int) row.getLong(0) + 1, row.getText(1), row.getLong(2) != 0),
                "SELECT seqno, name, \"desc\" FROM pragma_index_xinfo(?, ?) WHERE key"
                        + " ORDER BY seqno",
                index.name(),
                table.database().name());
    }

    /** The text that made the index; null for one that a constraint has made. */
    String indexSql(Table table, Index index) throws SQLException {
        List<String> found = ask(
                row -> row.getText(0),
                "SELECT sql FROM " + SqlText.quoted(table.database().name())
                        + ".sqlite_schema WHERE type = 'index' AND name = ?",
                index.name());
        return found.isEmpty() ? null : found.getFirst();
    }

    List<ForeignKeyColumn> foreignKeys(Table table) throws SQLException {
        return ask(
                row -> new ForeignKeyColumn(
                        (int) row.getLong(0),
                        (int) row.getLong(1),
                        row.getText(2),
                        row.getText(3),
                        row.getText(4),
                        row.getText(5),
                        row.getText(6)),
                "SELECT id, seq, \"table\", \"from\", \"to\", on_update, on_delete"
                        + " FROM pragma_foreign_key_list(?, ?) ORDER BY id, seq",
                table.name(),
                table.database().name());
    }

    /** Names of functions with their kinds: s, a or w. */
    List<String[]> functions() throws SQLException {
        return ask(
                row -> new String[] {row.getText(0), row.getText(1)},
                "SELECT DISTINCT name, type FROM pragma_function_list");
    }
}
