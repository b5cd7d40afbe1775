package org.sqlvm.engine.schema;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.prepare.Preparation;
import org.sqlvm.engine.schema.Index.IndexColumn;
import org.sqlvm.engine.sql.tree.ColumnConstraint;
import org.sqlvm.engine.sql.tree.ConflictAction;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.OrderingTerm;
import org.sqlvm.engine.sql.tree.Statement.ColumnDefinition;
import org.sqlvm.engine.sql.tree.Statement.CreateTable;
import org.sqlvm.engine.sql.tree.TableConstraint;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * CREATE TABLE to {@link Table}: columns with affinity and collation, the rowid's alias, and the
 * indexes that UNIQUE and PRIMARY KEY make. Root pages are 0 until {@link Table#withRoots} sets
 * them.
 *
 * <p>Messages are SQLite's; what only matters to a new table (its name, its CHECKs) is tested by
 * the planner's Definitions.
 */
public final class TableBuilder {
    /** SQLITE_MAX_COLUMN. */
    static final int COLUMN_COUNT_MAX = 2000;

    private final CreateTable tree;
    private final String name;
    private final Preparation preparation;
    private final List<Column> columns = new ArrayList<>();
    private final Set<String> columnKeys = new HashSet<>();
    private final List<Boolean> virtual = new ArrayList<>();
    /** In the order of {@link Table#indexes}. */
    private final List<Index> indexes = new ArrayList<>();

    /** As {@link Table#behindKey}. */
    private int behindKey;

    private final List<Integer> primaryKeyColumns = new ArrayList<>();
    private boolean hasPrimaryKey;
    private int primaryKeyPosition;
    private int rowidAlias = -1;
    private ConflictAction rowidConflict = ConflictAction.DEFAULT;
    private boolean autoincrement;

    private TableBuilder(CreateTable tree, Preparation preparation) {
        this.tree = tree;
        this.name = tree.name().name().text();
        this.preparation = preparation;
    }

    /**
     * The table that {@code tree} describes.
     *
     * @param sql the text to keep in sqlite_schema
     */
    public static Table build(CreateTable tree, String sql, Preparation preparation) {
        return new TableBuilder(tree, preparation).build(sql);
    }

    private Table build(String sql) {
        for (ColumnDefinition column : tree.columns()) {
            addColumn(column);
        }
        for (TableConstraint constraint : tree.constraints()) {
            addTableConstraint(constraint);
        }
        checkGenerated();
        Index primaryKey = tree.withoutRowid() ? convertToWithoutRowid() : primaryKeyIndex();
        if (tree.strict() && primaryKey != null) {
            for (IndexColumn column : primaryKey.columns().subList(0, primaryKey.keyCount())) {
                columns.set(
                        column.tableColumn(), columns.get(column.tableColumn()).withNotNull());
            }
        }
        numberRecord(primaryKey);
        return new Table(
                name,
                DatabaseId.MAIN,
                0,
                columns,
                tree.withoutRowid() ? -1 : rowidAlias,
                tree.withoutRowid(),
                autoincrement,
                tree.strict(),
                primaryKey,
                List.copyOf(indexes),
                behindKey,
                sql);
    }

    private void addColumn(ColumnDefinition definition) {
        String columnName = definition.name().text();
        if (columns.size() >= COLUMN_COUNT_MAX) {
            throw SqlException.error(
                    "too many columns on " + name, definition.span().start());
        }
        if (!columnKeys.add(Schema.key(columnName))) {
            throw SqlException.error(
                    "duplicate column name: " + columnName, definition.span().start());
        }
        String type = definition.type() == null
                ? null
                : DeclaredType.shown(definition.type().text());
        Affinity affinity = DeclaredType.affinity(type);
        if (tree.strict()) {
            checkStrict(definition, type);
            affinity = type.equals("ANY") ? Affinity.BLOB : affinity;
        }
        Collation collation = Collation.binary(preparation.encoding());
        String collationName = collation.name();
        boolean notNull = false;
        Expression generation = null;
        boolean isVirtual = false;
        Expression defaultValue = null;
        int index = columns.size();
        for (ColumnConstraint constraint : definition.constraints()) {
            switch (constraint) {
                case ColumnConstraint.Collate collate -> {
                    collationName = collate.collation().text();
                    collation = Collations.findOrMissing(collationName, preparation);
                }
                case ColumnConstraint.NotNull ignored -> notNull = true;
                case ColumnConstraint.Default value -> {
                    if (generation != null) {
                        throw SqlException.error("cannot use DEFAULT on a generated column");
                    }
                    defaultValue = value.value();
                }
                case ColumnConstraint.Generated value -> {
                    boolean given = generation != null || defaultValue != null;
                    generation = value.value();
                    isVirtual = value.storage() == null || !value.storage().matches("STORED");
                    boolean unknown = isVirtual
                            && value.storage() != null
                            && !value.storage().matches("VIRTUAL");
                    if (given || unknown) {
                        throw SqlException.error(
                                "error in generated column \"" + columnName + "\"",
                                value.span().start());
                    }
                }
                default -> {}
            }
        }
        columns.add(new Column(
                columnName,
                type,
                affinity,
                collation,
                collationName,
                notNull,
                defaultValue,
                index,
                false,
                generation));
        virtual.add(isVirtual);
        addKeys(definition, index);
    }

    private void checkStrict(ColumnDefinition definition, String type) {
        String full = name + "." + definition.name().text();
        if (type == null) {
            throw SqlException.error(
                    "missing datatype for " + full, definition.span().start());
        }
        if (!DeclaredType.isStandard(type)) {
            throw SqlException.error(
                    "unknown datatype for " + full + ": \"" + type + "\"",
                    definition.span().start());
        }
    }

    /**
     * The column's UNIQUE and PRIMARY KEY, in the order of the text: it numbers the automatic
     * indexes.
     */
    private void addKeys(ColumnDefinition definition, int index) {
        for (ColumnConstraint constraint : definition.constraints()) {
            if (constraint instanceof ColumnConstraint.Unique unique) {
                addIndex(List.of(indexColumn(index, null, false)), unique.onConflict(), "u");
            } else if (constraint instanceof ColumnConstraint.References reference
                    && reference.key().columns().size() > 1) {
                throw SqlException.error("foreign key on " + columns.get(index).name()
                        + " should reference only one column of table "
                        + reference.key().table().text());
            } else if (constraint instanceof ColumnConstraint.PrimaryKey key) {
                boolean descending = key.order() == OrderingTerm.SortOrder.DESC;
                beginPrimaryKey(key.span().start());
                primaryKeyColumns.add(index);
                String type = columns.get(index).declaredType();
                if ("INTEGER".equals(type) && !descending) {
                    rowidAlias = index;
                    rowidConflict = key.onConflict();
                    autoincrement = key.autoincrement();
                } else {
                    requireNoAutoincrement(key.autoincrement(), key.span().start());
                    addIndex(List.of(indexColumn(index, null, descending)), key.onConflict(), "pk");
                }
            }
        }
    }

    private void addTableConstraint(TableConstraint constraint) {
        switch (constraint) {
            case TableConstraint.Unique unique ->
                addIndex(keyColumns(unique.columns(), 1), unique.onConflict(), "u");
            case TableConstraint.PrimaryKey key -> {
                beginPrimaryKey(key.span().start());
                List<IndexColumn> keyColumns = keyColumns(key.columns(), Integer.MAX_VALUE);
                keyColumns.forEach(column -> primaryKeyColumns.add(column.tableColumn()));
                int first = primaryKeyColumns.getFirst();
                if (keyColumns.size() == 1
                        && "INTEGER".equals(columns.get(first).declaredType())) {
                    rowidAlias = first; // DESC makes no difference here, as in SQLite.
                    rowidConflict = key.onConflict();
                    autoincrement = key.autoincrement();
                } else {
                    requireNoAutoincrement(key.autoincrement(), key.span().start());
                    addIndex(keyColumns, key.onConflict(), "pk");
                }
            }
            case TableConstraint.Foreign foreign -> {
                for (Name column : foreign.columns()) {
                    if (!columnKeys.contains(Schema.key(column.text()))) {
                        throw SqlException.error("unknown column \"" + column.text()
                                + "\" in foreign key definition");
                    }
                }
                int parents = foreign.key().columns().size();
                if (parents > 0 && parents != foreign.columns().size()) {
                    throw SqlException.error("number of columns in foreign key does not match the"
                            + " number of columns in the referenced table");
                }
            }
            case TableConstraint.Check _ -> {}
        }
    }

    private void beginPrimaryKey(int position) {
        if (hasPrimaryKey) {
            throw SqlException.error(
                    "table \"" + name + "\" has more than one primary key", position);
        }
        hasPrimaryKey = true;
        primaryKeyPosition = position;
    }

    private static void requireNoAutoincrement(boolean autoincrement, int position) {
        if (autoincrement) {
            throw SqlException.error(
                    "AUTOINCREMENT is only allowed on an INTEGER PRIMARY KEY", position);
        }
    }

    /**
     * The columns of PRIMARY KEY and UNIQUE.
     *
     * @param collates behind how many COLLATEs a string may still be a column's name
     */
    private List<IndexColumn> keyColumns(List<OrderingTerm> terms, int collates) {
        List<IndexColumn> result = new ArrayList<>();
        for (OrderingTerm term : terms) {
            String collation = null;
            Expression expression = term.expression();
            int depth = 0;
            while (expression instanceof Expression.Collate collate) {
                collation = collate.collation().text();
                expression = collate.operand();
                depth++;
            }
            int column = keyColumn(expression, depth <= collates);
            result.add(indexColumn(column, collation, term.descending()));
        }
        return result;
    }

    private int keyColumn(Expression expression, boolean isString) {
        String text = switch (expression) {
            case Expression.ColumnName column
            when column.table() == null -> column.column().text();
            case Expression.StringLiteral string when isString -> string.value();
            default -> throw noKeyColumn(expression);
        };
        for (int i = 0; i < columns.size(); i++) {
            if (Name.same(columns.get(i).name(), text)) {
                return i;
            }
        }
        boolean constant = expression instanceof Expression.ColumnName name
                && (name.column().quote() == Name.Quote.DOUBLE || name.column().isTruth());
        throw constant
                ? noKeyColumn(expression)
                : SqlException.error(
                        "no such column: " + text, expression.span().start());
    }

    private static SqlException noKeyColumn(Expression expression) {
        return SqlException.error(
                "expressions prohibited in PRIMARY KEY and UNIQUE constraints",
                expression.span().start());
    }

    /** @param collation the name of the one that is written, or null */
    private IndexColumn indexColumn(int column, String collation, boolean descending) {
        Column of = columns.get(column);
        return collation == null
                ? new IndexColumn(column, null, of.collation(), of.collationName(), descending)
                : new IndexColumn(
                        column,
                        null,
                        Collations.findOrMissing(collation, preparation),
                        collation,
                        descending);
    }

    /**
     * Adds the automatic index of a constraint, unless one with the same columns is there already.
     */
    private void addIndex(List<IndexColumn> keyColumns, ConflictAction conflict, String origin) {
        for (int i = 0; i < indexes.size(); i++) {
            Index known = indexes.get(i);
            if (sameKeys(known, keyColumns)) {
                ConflictAction both = joined(known.conflict(), conflict);
                // The index keeps the order of the first constraint.
                List<IndexColumn> key = known.columns().subList(0, known.keyCount());
                indexes.set(
                        i,
                        origin.equals("pk")
                                ? automaticIndex(known.name(), key, both, "pk")
                                : known.withConflict(both));
                moveReplacing();
                return;
            }
        }
        String indexName = "sqlite_autoindex_" + name + "_" + (indexes.size() + 1);
        indexes.addFirst(automaticIndex(indexName, keyColumns, conflict, origin));
        moveReplacing();
    }

    /**
     * Moves indexes that replace rows to the end: they delete rows only after all other indexes
     * have accepted the change. Only the first of them may be before others, since it is new or has
     * just become one.
     */
    private void moveReplacing() {
        int place = 0;
        while (place < indexes.size() && !isReplacing(place)) {
            place++;
        }
        while (place + 1 < indexes.size() && !isReplacing(place + 1)) {
            Collections.swap(indexes, place, ++place);
        }
    }

    private boolean isReplacing(int place) {
        return indexes.get(place).conflict() == ConflictAction.REPLACE;
    }

    /** Returns the action of two constraints over the same columns. */
    private static ConflictAction joined(ConflictAction left, ConflictAction right) {
        if (left != right && left != ConflictAction.DEFAULT && right != ConflictAction.DEFAULT) {
            throw SqlException.error("conflicting ON CONFLICT clauses specified");
        }
        return left == ConflictAction.DEFAULT ? right : left;
    }

    private Index automaticIndex(
            String indexName,
            List<IndexColumn> keyColumns,
            ConflictAction conflict,
            String origin) {
        List<IndexColumn> all = new ArrayList<>(keyColumns);
        if (!tree.withoutRowid()) {
            all.add(IndexColumn.rowid(preparation.encoding()));
        }
        return new Index(
                indexName,
                name,
                0,
                List.copyOf(all),
                keyColumns.size(),
                true,
                conflict,
                origin,
                null,
                null,
                null);
    }

    private static boolean sameKeys(Index index, List<IndexColumn> keyColumns) {
        if (index.keyCount() != keyColumns.size()) {
            return false;
        }
        for (int i = 0; i < keyColumns.size(); i++) {
            IndexColumn left = index.columns().get(i);
            IndexColumn right = keyColumns.get(i);
            if (!left.isSameKey(right)) {
                return false;
            }
        }
        return true;
    }

    private Index primaryKeyIndex() {
        return indexes.stream()
                .filter(index -> index.origin().equals("pk"))
                .findFirst()
                .orElse(null);
    }

    private void checkGenerated() {
        if (!columns.isEmpty() && columns.stream().allMatch(Column::generated)) {
            throw SqlException.error(
                    "must have at least one non-generated column", tree.span().start());
        }
        for (int column : primaryKeyColumns) {
            if (columns.get(column).generated()) {
                throw SqlException.error(
                        "generated columns cannot be part of the PRIMARY KEY", primaryKeyPosition);
            }
        }
    }

    /**
     * The primary key becomes the table: its columns first, each once, then all others. Other
     * indexes end in the key's columns instead of a rowid.
     */
    private Index convertToWithoutRowid() {
        if (!hasPrimaryKey) {
            throw SqlException.error(
                    "PRIMARY KEY missing on table " + name, tree.span().start());
        }
        if (autoincrement) {
            throw SqlException.error(
                    "AUTOINCREMENT not allowed on WITHOUT ROWID tables", primaryKeyPosition);
        }
        if (rowidAlias >= 0) {
            addIndex(
                    List.of(indexColumn(rowidAlias, null, descendingAlias())), rowidConflict, "pk");
        }
        Index declared = primaryKeyIndex();
        List<IndexColumn> key = new ArrayList<>();
        for (IndexColumn column : declared.columns()) {
            if (key.stream().noneMatch(column::isSameKey)) {
                key.add(column);
            }
        }
        List<IndexColumn> all = new ArrayList<>(key);
        for (int i = 0; i < columns.size(); i++) {
            int column = i;
            if (!virtual.get(i) && key.stream().noneMatch(k -> k.tableColumn() == column)) {
                String collation = columns.get(i).collationName();
                all.add(new IndexColumn(
                        i, null, Collation.binary(preparation.encoding()), collation, false));
            }
        }
        behindKey = indexes.size() - 1 - indexes.indexOf(declared);
        indexes.remove(declared);
        indexes.replaceAll(index -> index.withAppended(key));
        for (IndexColumn column : key) {
            Column old = columns.get(column.tableColumn());
            columns.set(column.tableColumn(), old.withNotNull());
        }
        return new Index(
                declared.name(),
                name,
                0,
                List.copyOf(all),
                key.size(),
                true,
                declared.conflict(),
                "pk",
                null,
                null,
                null);
    }

    /**
     * {@code PRIMARY KEY(a DESC)} over an INTEGER column is an ascending rowid, but a descending
     * key.
     */
    private boolean descendingAlias() {
        for (TableConstraint constraint : tree.constraints()) {
            if (constraint instanceof TableConstraint.PrimaryKey key) {
                return key.columns().getFirst().descending();
            }
        }
        return false;
    }

    /** Gives every column its index in the record. */
    private void numberRecord(Index primaryKey) {
        assert virtual.size() == columns.size() : virtual.size();
        int[] places = new int[columns.size()];
        Arrays.fill(places, -1);
        int next = 0;
        if (tree.withoutRowid()) {
            for (IndexColumn column : primaryKey.columns()) {
                if (places[column.tableColumn()] < 0) {
                    places[column.tableColumn()] = next;
                }
                next++;
            }
        } else {
            for (int i = 0; i < places.length; i++) {
                if (!virtual.get(i)) {
                    places[i] = next++;
                }
            }
        }
        for (int i = 0; i < places.length; i++) {
            Column old = columns.get(i);
            columns.set(
                    i,
                    new Column(
                            old.name(),
                            old.declaredType(),
                            old.affinity(),
                            old.collation(),
                            old.collationName(),
                            old.notNull(),
                            old.defaultValue(),
                            places[i],
                            old.hidden(),
                            old.generation()));
        }
    }
}
