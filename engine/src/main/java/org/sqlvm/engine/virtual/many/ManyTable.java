package org.sqlvm.engine.virtual.many;

import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.ScanRequest;
import org.sqlvm.api.ScanRequest.Condition;
import org.sqlvm.api.ScanRequest.Operator;
import org.sqlvm.api.files.FileScan;
import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.Identifiers;
import org.sqlvm.engine.vector.cache.FileColumns;
import org.sqlvm.engine.virtual.files.RowConditions;
import org.sqlvm.engine.virtual.module.CursorContext;
import org.sqlvm.engine.virtual.module.DatabaseFiles;
import org.sqlvm.engine.virtual.module.EngineTable;
import org.sqlvm.engine.virtual.module.ModuleHost;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A table of many database files. Its rows are those of the files, one file behind the other, in
 * the order in which each has them.
 *
 * <p>Columns are found by their names. Without {@code union_by_name} each file must have the
 * columns of the first one.
 *
 * @param first the state of the first file when its columns were looked at; or null
 * @param rowsOfFirst a guess how many rows the first file has
 */
record ManyTable(
        ModuleHost host,
        DatabaseFiles files,
        FileSet set,
        FileColumns.State first,
        Layout layout,
        double rowsOfFirst)
        implements EngineTable {
    /** The hidden columns: the path of the row's file, and its name without folder. */
    static final String FILE = "_file";

    private static final List<String> HIDDEN = List.of(FILE, "_database");

    /** Cost of a row, in rows of a stored table. */
    private static final double ROW_COST = 1;

    /** Cost of opening a file, in rows of a stored table. */
    private static final double FILE_COST = 100;

    /** The shares of rows that conditions leave: the planner's own guesses. */
    private static final double EQUAL_SHARE = 0.1;

    private static final double RANGE_SHARE = 0.3;

    /**
     * The columns that all files have, or, by name, that any file has.
     *
     * @param table the name of the table in the files
     * @param hidden the hidden columns, which come last
     * @param key differs for layouts that differ
     */
    record Layout(
            String table, boolean byName, List<Field> columns, List<String> hidden, String key) {
        static Layout of(String table, boolean byName, List<Field> columns, List<String> hidden) {
            String name = table.toLowerCase(Locale.ROOT);
            return new Layout(name, byName, columns, hidden, name + byName + columns);
        }

        /** Returns the index of a column called {@code name} in any case, or -1. */
        int find(String name) {
            for (int i = 0; i < columns.size(); i++) {
                if (columns.get(i).name().equalsIgnoreCase(name)) {
                    return i;
                }
            }
            return -1;
        }
    }

    /** A column. */
    record Field(String name, String type, Affinity affinity, String collation) {
        /** Returns a type that has the affinity; the column's own if it has no more than words. */
        String declared() {
            String written = type == null ? "" : type;
            boolean plain = written.matches("[A-Za-z0-9_]+( ?\\([0-9, ]*\\))?")
                    && !written.equalsIgnoreCase("any")
                    && !written.equalsIgnoreCase("hidden");
            return plain
                    ? written
                    : affinity == Affinity.NONE ? Affinity.BLOB.name() : affinity.name();
        }

        /** Whether its values are compared as those of another. */
        boolean isLike(Field other) {
            return affinity == other.affinity && collation.equalsIgnoreCase(other.collation);
        }
    }

    static ManyTable of(
            ModuleHost host, DatabaseFiles files, FileSet set, String name, boolean byName) {
        List<Field> fields = new ArrayList<>();
        FileColumns.State state = null;
        double rows = UNKNOWN_ROWS;
        List<FileSet.Member> looked =
                byName ? set.members() : List.of(set.members().getFirst());
        for (FileSet.Member member : looked) {
            try (OpenFile file = OpenFile.open(files, member, true)) {
                Table table = file.table(name);
                checkEncoding(host, member, file);
                for (Field field : fields(table)) {
                    add(fields, field, member);
                }
                if (member == set.members().getFirst()) {
                    state = file.state();
                    rows = Math.max(1, file.schema().rowCount(table));
                }
            }
        }
        List<String> hidden = HIDDEN.stream()
                .filter(each ->
                        fields.stream().noneMatch(field -> field.name().equalsIgnoreCase(each)))
                .toList();
        Layout layout = Layout.of(name, byName, List.copyOf(fields), hidden);
        return new ManyTable(host, files, set, state, layout, rows);
    }

    private static void add(List<Field> fields, Field field, FileSet.Member member) {
        for (Field known : fields) {
            if (known.name().equalsIgnoreCase(field.name())) {
                if (!known.isLike(field)) {
                    throw otherType(member, known, field);
                }
                return;
            }
        }
        fields.add(field);
    }

    static SqlException otherType(FileSet.Member member, Field known, Field field) {
        return OpenFile.error(
                member,
                "column " + field.name() + " is " + field.declared() + ", but " + known.declared()
                        + " in other files");
    }

    static void checkEncoding(ModuleHost host, FileSet.Member member, OpenFile file) {
        if (file.schema().encoding() != host.encoding()) {
            throw OpenFile.error(
                    member, "attached databases must use the same text encoding as main database");
        }
    }

    /** Returns the columns of a table that records hold. */
    static List<Field> fields(Table table) {
        List<Field> fields = new ArrayList<>();
        for (Column column : table.columns()) {
            if (!column.isVirtual()) {
                fields.add(new Field(
                        column.name(),
                        column.declaredType(),
                        column.affinity(),
                        column.collationName()));
            }
        }
        return fields;
    }

    @Override
    public String declaration() {
        List<String> columns = new ArrayList<>();
        for (Field field : layout.columns()) {
            String collation = field.collation().equalsIgnoreCase(Collation.BINARY.name())
                    ? ""
                    : " COLLATE " + Identifiers.quoted(field.collation());
            columns.add(Identifiers.quoted(field.name()) + " " + field.declared() + collation);
        }
        layout.hidden().forEach(name -> columns.add(Identifiers.quoted(name) + " TEXT HIDDEN"));
        return "CREATE TABLE x(" + String.join(", ", columns) + ")";
    }

    @Override
    public boolean isCurrent() {
        try {
            FileSet.Member member = set.members().getFirst();
            return first != null
                    && first.database().equals(files.system().identity(member.canonical()))
                    && set.isCurrent();
        } catch (IOException | SqlException _) {
            return false; // The reason is said when it is connected again.
        }
    }

    @Override
    public boolean isDirectOnly() {
        return true;
    }

    @Override
    public boolean hasBatches() {
        return true;
    }

    @Override
    public boolean hasChunks() {
        return true;
    }

    @Override
    public boolean isScan() {
        return true;
    }

    @Override
    public double rowCount() {
        return rowsOfFirst * set.members().size();
    }

    /**
     * The columns that a cursor reads, and its conditions.
     *
     * @param columnsUsed as {@link ScanRequest#columnsUsed} says it
     * @param rows conditions on columns, whose values are the plan's first arguments
     * @param members conditions on hidden columns, whose values are the others
     */
    record Wanted(long columnsUsed, RowConditions rows, List<MemberCondition> members) {
        static final Wanted ALL = new Wanted(-1, RowConditions.NONE, List.of());

        boolean isUsed(int column) {
            return (columnsUsed >>> Math.min(column, Long.SIZE - 1) & 1) != 0;
        }
    }

    /**
     * A condition on the file.
     *
     * @param column the index among the hidden columns
     */
    record MemberCondition(int column, Operator operator) {}

    @Override
    public ScanPlan plan(ScanRequest request) {
        double found = rowCount();
        double cost = found * ROW_COST;
        double opened = set.members().size() * FILE_COST;
        List<FileScan.Condition> rows = new ArrayList<>();
        List<MemberCondition> members = new ArrayList<>();
        ScanPlan plan = ScanPlan.all();
        List<Condition> conditions = request.conditions();
        for (int i = 0; i < conditions.size(); i++) {
            Condition condition = conditions.get(i);
            if (canTest(condition)) {
                rows.add(new FileScan.Condition(condition.column(), condition.operator(), null));
                plan = plan.with(i, false);
                found *= share(condition);
            }
        }
        for (int i = 0; i < conditions.size(); i++) {
            Condition condition = conditions.get(i);
            int hidden = condition.column() - layout.columns().size();
            if (hidden >= 0 && canChoose(condition)) {
                members.add(new MemberCondition(hidden, condition.operator()));
                plan = plan.with(i, false);
                found *= share(condition);
                cost *= share(condition);
                opened *= share(condition);
            }
        }
        RowConditions tested = new RowConditions(rows);
        StringBuilder text = new StringBuilder(tested.toString());
        members.forEach(member -> text.append(text.isEmpty() ? "" : " ")
                .append(layout.hidden().get(member.column()))
                .append(' ')
                .append(member.operator()));
        return plan.withText(text.toString())
                .withDetail(new Wanted(request.columnsUsed(), tested, List.copyOf(members)))
                .withCost(cost + opened, Math.max(1, found));
    }

    private static double share(Condition condition) {
        return condition.operator() == Operator.EQ ? EQUAL_SHARE : RANGE_SHARE;
    }

    /** Whether the cursor leaves out rows that a condition refuses. */
    private boolean canTest(Condition condition) {
        int column = condition.column();
        if (column < 0
                || column >= layout.columns().size()
                || condition.isList()
                || !RowConditions.canBe(condition.operator())) {
            return false;
        }
        return switch (layout.columns().get(column).affinity()) {
            case INTEGER, REAL, NUMERIC -> true;
            case TEXT ->
                condition.collation().equals(Collation.BINARY.name())
                        && host.encoding() == TextEncoding.UTF8;
            case BLOB, NONE -> false;
        };
    }

    private static boolean canChoose(Condition condition) {
        boolean known = switch (condition.operator()) {
            case LIKE, GLOB -> true;
            default -> RowConditions.canBe(condition.operator());
        };
        return known
                && !condition.isList()
                && condition.collation().equals(Collation.BINARY.name());
    }

    @Override
    public ManyCursor open(CursorContext context) {
        return new ManyCursor(this, context);
    }
}
