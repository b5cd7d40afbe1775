package org.sqlvm.server.command;

import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.text.SqlText;
import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.error.SqlState;
import org.sqlvm.server.sql.SqlTokens;
import org.sqlvm.server.sql.TableDefinition;
import org.sqlvm.server.value.Field;
import org.sqlvm.server.value.PgType;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * {@code ALTER TABLE … ADD CONSTRAINT} and {@code DROP CONSTRAINT}, which SQLite has for CHECK and
 * NOT NULL alone. A foreign key is written into the table's definition, as SQLite's own page on
 * ALTER TABLE recommends (sqlite.org/lang_altertable.html#otheralter); UNIQUE is an index.
 */
final class ConstraintCommands {
    private final Session session;

    ConstraintCommands(Session session) {
        this.session = session;
    }

    void register(Map<String, CommandParser> parsers) {
        parsers.put("ALTER", this::alter);
    }

    /** Null for all that SQLite has itself. */
    private Command alter(SqlTokens tokens) {
        if (!tokens.next().accept("TABLE")) {
            return null;
        }
        tokens.accept("ONLY");
        String table = null;
        while (tokens.kind() == SqlTokens.Kind.WORD || tokens.kind() == SqlTokens.Kind.NAME) {
            table = tokens.value();
            if (!tokens.next().accept('.')) {
                break;
            }
        }
        if (table == null) {
            return null;
        }
        if (tokens.accept("ADD")) {
            return add(table, tokens);
        }
        if (tokens.accept("ALTER")) {
            return retype(table, tokens);
        }
        if (tokens.accept("DROP") && tokens.accept("CONSTRAINT")) {
            boolean mayMiss = tokens.accept("IF");
            if (mayMiss) {
                tokens.expect("EXISTS");
            }
            String name = tokens.expectName();
            if (!tokens.accept("CASCADE")) {
                tokens.accept("RESTRICT");
            }
            return new Alteration(table, old -> without(old, name, mayMiss), () -> {
                if (isIndex(name)) {
                    session.execute("DROP INDEX " + SqlText.quoted(name));
                    return true;
                }
                return false;
            });
        }
        return null;
    }

    private Command add(String table, SqlTokens tokens) {
        int start = tokens.start();
        String name = tokens.accept("CONSTRAINT") ? tokens.expectName() : null;
        boolean isForeign = tokens.isWord("FOREIGN");
        if (!isForeign && !tokens.isWord("UNIQUE")) {
            return null;
        }
        if (!isForeign) {
            tokens.next();
        }
        int body = tokens.start();
        while (!tokens.isSymbol(';') && tokens.kind() != SqlTokens.Kind.END) {
            tokens.next();
        }
        String text = tokens.text()
                .substring(isForeign ? start : body, tokens.start())
                .strip();
        if (isForeign) {
            String constraint = text.replace("NOT VALID", "");
            return new Alteration(table, old -> with(old, constraint), () -> false);
        }
        String index = name == null ? table + "_key" : name;
        return new Alteration(table, old -> old, () -> {
            session.execute("CREATE UNIQUE INDEX " + SqlText.quoted(index) + " ON "
                    + SqlText.quoted(table) + text);
            return true;
        });
    }

    /** {@code ALTER COLUMN name TYPE type USING …}: null for what SQLite has. */
    private Command retype(String table, SqlTokens tokens) {
        tokens.accept("COLUMN");
        String column = tokens.value();
        tokens.next();
        if (tokens.accept("SET")) {
            if (!tokens.accept("DATA")) {
                return null;
            }
        }
        if (!tokens.accept("TYPE")) {
            return null;
        }
        int start = tokens.start();
        int end = start;
        while (!tokens.isSymbol(';')
                && !tokens.isWord("USING")
                && tokens.kind() != SqlTokens.Kind.END) {
            end = tokens.end();
            tokens.next();
        }
        String type = tokens.text().substring(start, end);
        while (!tokens.isSymbol(';') && tokens.kind() != SqlTokens.Kind.END) {
            tokens.next();
        }
        return new Alteration(table, old -> withType(old, column, type), () -> false);
    }

    /** A definition with another type of a column, which must mean the same to SQLite. */
    private static String withType(String definition, String column, String type) {
        for (int[] item : items(definition)) {
            SqlTokens tokens = new SqlTokens(definition, item[0]).next();
            if (!tokens.value().equalsIgnoreCase(column)) {
                continue;
            }
            int start = tokens.next().start();
            int end = TableDefinition.typeEnd(tokens, item[1]);
            String old = definition.substring(start, Math.max(start, end));
            if (PgType.ofDeclared(old) != PgType.ofDeclared(type)) {
                throw ServerError.notSupported(
                        "a change of the type " + old + " of a column to " + type);
            }
            return definition.substring(0, start) + type + " " + definition.substring(end);
        }
        throw new ServerError("42703", "no such column: " + column);
    }

    private boolean isIndex(String name) {
        String sql = "SELECT 1 FROM main.sqlite_schema WHERE type = 'index' AND name = ?";
        try (Rows rows = session.query(sql, name)) {
            return rows.next();
        }
    }

    /** A definition with one constraint more, before the parenthesis that closes it. */
    private static String with(String definition, String constraint) {
        List<int[]> items = items(definition);
        int end = items.getLast()[1];
        return definition.substring(0, end) + ", " + constraint + definition.substring(end);
    }

    private static String without(String definition, String name, boolean mayMiss) {
        List<int[]> items = items(definition);
        for (int i = 1; i < items.size(); i++) {
            SqlTokens tokens = new SqlTokens(definition, items.get(i)[0]).next();
            if (tokens.accept("CONSTRAINT") && tokens.value().equalsIgnoreCase(name)) {
                return definition.substring(0, items.get(i - 1)[1])
                        + definition.substring(items.get(i)[1]);
            }
        }
        if (mayMiss) {
            return definition;
        }
        throw new ServerError(
                SqlState.UNDEFINED_OBJECT, "constraint \"" + name + "\" does not exist");
    }

    /** Where the columns and constraints of a definition begin and end. */
    private static List<int[]> items(String definition) {
        List<int[]> items = new ArrayList<>();
        SqlTokens tokens = new SqlTokens(definition, 0).next();
        int depth = 0;
        int start = 0;
        for (; tokens.kind() != SqlTokens.Kind.END; tokens.next()) {
            if (tokens.isSymbol('(') && depth++ == 0) {
                start = tokens.end();
            } else if (tokens.isSymbol(')') && --depth == 0) {
                items.add(new int[] {start, tokens.start()});
                return items;
            } else if (tokens.isSymbol(',') && depth == 1) {
                items.add(new int[] {start, tokens.start()});
                start = tokens.end();
            }
        }
        throw ServerError.notSupported("a constraint of a table without a list of columns");
    }

    /** Changes a table's definition. */
    private final class Alteration extends Command {
        private final String table;
        private final java.util.function.UnaryOperator<String> change;
        private final java.util.function.BooleanSupplier otherwise;

        /** @param otherwise does it in another way; false if that is none */
        Alteration(
                String table,
                java.util.function.UnaryOperator<String> change,
                java.util.function.BooleanSupplier otherwise) {
            super("ALTER TABLE");
            this.table = table;
            this.change = change;
            this.otherwise = otherwise;
        }

        @Override
        public List<Field> fields() {
            return null;
        }

        @Override
        public boolean needsTransaction() {
            return true;
        }

        @Override
        public Run start(List<Object> values) {
            return Action.of(tag(), this::alter).start(values);
        }

        private void alter() {
            if (!otherwise.getAsBoolean()) {
                session.atomically(this::rewrite);
            }
        }

        private void rewrite(Database database) {
            String old = null;
            String sql = "SELECT sql FROM main.sqlite_schema WHERE type = 'table' AND"
                    + " lower(name) = lower(?)";
            try (Rows rows = database.query(sql, table)) {
                old = rows.next() ? rows.getText(0) : null;
            }
            if (old == null) {
                throw new ServerError("42P01", "no such table: " + table);
            }
            String now = change.apply(old);
            database.execute("PRAGMA writable_schema = ON");
            try {
                database.execute(
                        "UPDATE main.sqlite_schema SET sql = ? WHERE type = 'table' AND"
                                + " lower(name) = lower(?)",
                        now,
                        table);
            } finally {
                database.execute("PRAGMA writable_schema = RESET");
            }
            long version;
            try (Rows rows = database.query("PRAGMA main.schema_version")) {
                version = rows.next() ? rows.getLong(0) : 0;
            }
            database.execute("PRAGMA main.schema_version = " + (version + 1));
            try (Rows rows = database.query("SELECT 1 FROM pragma_foreign_key_check(?)", table)) {
                if (rows.next()) {
                    throw new ServerError("23503", "FOREIGN KEY constraint failed");
                }
            } catch (SqlvmException e) {
                throw ServerError.of(e);
            }
        }
    }
}
