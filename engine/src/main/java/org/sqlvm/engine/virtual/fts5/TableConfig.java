package org.sqlvm.engine.virtual.fts5;

import org.sqlvm.engine.schema.DatabaseId;
import org.sqlvm.engine.sql.Identifiers;
import org.sqlvm.engine.virtual.fts5.index.Detail;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The facts of a full-text table that CREATE VIRTUAL TABLE states, and that do not change. */
final class TableConfig {
    static final String RANK = "rank";

    private final DatabaseId database;
    private final String name;
    private final List<String> columns = new ArrayList<>();
    /** Whether the column of the same index is indexed. */
    private final List<Boolean> indexed = new ArrayList<>();

    /** The names of shadow tables by their suffixes. */
    private final Map<String, String> shadows = new HashMap<>();

    final List<Integer> prefixes = new ArrayList<>();
    /** The tokenizer's name and arguments; null for the default. */
    List<String> tokenizer;

    ContentKind content = ContentKind.NORMAL;
    /** The table or view with the values, as SQL names it; null if there is none. */
    String contentTable;

    String contentRowid;
    /** Whether there is a {@code %_docsize}. */
    boolean columnSize = true;

    Detail detail = Detail.FULL;
    boolean contentlessDelete;
    boolean contentlessUnindexed;
    /** Whether texts may have a locale. */
    boolean locale;
    /** Whether queries ignore what follows a 0 byte in a token. */
    boolean tokenData;

    TableConfig(DatabaseId database, String name) {
        this.database = database;
        this.name = name;
    }

    DatabaseId database() {
        return database;
    }

    /** The table's name. */
    String name() {
        return name;
    }

    void addColumn(String column, boolean isIndexed) {
        columns.add(column);
        indexed.add(isIndexed);
    }

    int columnCount() {
        return columns.size();
    }

    String column(int index) {
        return columns.get(index);
    }

    List<String> columns() {
        return columns;
    }

    boolean isIndexed(int column) {
        return indexed.get(column);
    }

    boolean hasUnindexed() {
        return indexed.contains(false);
    }

    /** The hidden column that has the table's name. */
    int tableColumn() {
        return columns.size();
    }

    int rankColumn() {
        return columns.size() + 1;
    }

    /** Whether {@code %_content} keeps the values of a column. */
    boolean isStored(int column) {
        return content == ContentKind.NORMAL
                || (content == ContentKind.UNINDEXED && !isIndexed(column));
    }

    /** Whether {@code %_content} keeps the locale of a column's text. */
    boolean storesLocale(int column) {
        return locale && content == ContentKind.NORMAL && isIndexed(column);
    }

    /** The name of a shadow table. */
    String shadow(String suffix) {
        return shadows.computeIfAbsent(suffix, each -> name + "_" + each);
    }

    /** A shadow table as SQL names it. */
    String quotedShadow(String suffix) {
        return Identifiers.literal(database.name()) + "." + Identifiers.literal(shadow(suffix));
    }

    /** The suffixes of the table's shadow tables, in the order in which SQLite drops them. */
    List<String> shadows() {
        List<String> suffixes = new ArrayList<>(List.of("data", "idx", "config"));
        if (columnSize) {
            suffixes.add("docsize");
        }
        // As in SQLite, the %_content of UNINDEXED columns is neither dropped nor renamed.
        if (content == ContentKind.NORMAL) {
            suffixes.add("content");
        }
        return suffixes;
    }

    /**
     * The result columns of a SELECT of content: the rowid, the columns, and the locales of the
     * columns if they have some.
     */
    String contentColumns() {
        StringBuilder sql = new StringBuilder("T.").append(Identifiers.literal(contentRowid));
        if (content != ContentKind.NONE) {
            for (int i = 0; i < columns.size(); i++) {
                sql.append(", ");
                if (content == ContentKind.EXTERNAL) {
                    sql.append("T.").append(Identifiers.literal(columns.get(i)));
                } else {
                    sql.append(isStored(i) ? "T.c" + i : "NULL");
                }
            }
        }
        if (content == ContentKind.NORMAL && locale) {
            for (int i = 0; i < columns.size(); i++) {
                sql.append(isIndexed(i) ? ", T.l" + i : ", NULL");
            }
        }
        return sql.toString();
    }

    /** Returns the declaration of the table's columns. */
    String declaration() {
        StringBuilder sql = new StringBuilder("CREATE TABLE x(");
        columns.forEach(column -> sql.append(Identifiers.literal(column)).append(", "));
        return sql.append(Identifiers.literal(name))
                .append(" HIDDEN, ")
                .append(RANK)
                .append(" HIDDEN)")
                .toString();
    }
}
