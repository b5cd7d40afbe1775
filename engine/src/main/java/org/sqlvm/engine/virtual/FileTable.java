package org.sqlvm.engine.virtual;

import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.ScanRequest;
import org.sqlvm.api.ScanRequest.Condition;
import org.sqlvm.api.ScanRequest.Operator;
import org.sqlvm.api.files.FileColumn;
import org.sqlvm.api.files.FileContent;
import org.sqlvm.api.files.FileFormat;
import org.sqlvm.api.files.FileLayout;
import org.sqlvm.api.files.FileOptions;
import org.sqlvm.api.files.FileScan;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.FileStamp;
import org.sqlvm.engine.sql.Identifiers;
import org.sqlvm.engine.virtual.files.FileArguments;
import org.sqlvm.engine.virtual.files.FileInput;
import org.sqlvm.engine.virtual.files.FormatCalls;
import org.sqlvm.engine.virtual.files.RowConditions;
import org.sqlvm.engine.virtual.module.CursorContext;
import org.sqlvm.engine.virtual.module.EngineTable;
import org.sqlvm.engine.virtual.module.ModuleHost;

import java.util.ArrayList;
import java.util.List;

/**
 * The rows of files, one file behind the other.
 *
 * <p>There is one way to read them: from the first row to the last. A plan says which columns are
 * read, and which conditions the cursor tests ({@link Wanted}). All conditions are tested again
 * behind it, so that it may let any row pass.
 *
 * @param files at least one
 * @param looked what is known of those of them that have been read, by number
 * @param stamps of the files when they were looked at
 * @param stampedMs when that was, in milliseconds since 1970
 */
record FileTable(
        FileFormat format,
        ModuleHost host,
        FileOptions options,
        List<FileInput> files,
        FileContent[] looked,
        List<FileStamp> stamps,
        long stampedMs,
        FileLayout layout)
        implements EngineTable {
    /** The name of the column that has the name of the row's file. */
    private static final String FILE_NAME = "filename";

    /** A row of a file costs so many rows of a table. */
    private static final double ROW_COST = 8;

    /** A byte of a compressed file stands for about so many. */
    private static final double COMPRESSION = 4;

    /** What is left by a condition, about: the planner's own guesses. */
    private static final double EQUAL_SHARE = 0.1;

    private static final double RANGE_SHARE = 0.3;

    /** The columns whose use the plan's number can show. */
    private static final int BITS = 31;

    /** A table of which nothing has been read but the layout. */
    FileTable(
            FileFormat format,
            ModuleHost host,
            FileOptions options,
            List<FileInput> files,
            List<FileStamp> stamps,
            long stampedMs,
            FileLayout layout) {
        this(
                format,
                host,
                options,
                files,
                new FileContent[files.size()],
                stamps,
                stampedMs,
                layout);
    }

    /** What is known of one of the files. */
    FileContent looked(int file) {
        if (looked[file] == null) {
            looked[file] = FormatCalls.open(format, files.get(file), layout, options);
        }
        return looked[file];
    }

    @Override
    public String declaration() {
        List<String> columns = new ArrayList<>();
        for (FileColumn column : layout.columns()) {
            columns.add(Identifiers.quoted(column.name()) + " " + column.declared());
        }
        if (FileArguments.hasFileName(options)) {
            columns.add(Identifiers.quoted(FILE_NAME) + " TEXT");
        }
        return "CREATE TABLE x(" + String.join(", ", columns) + ")";
    }

    @Override
    public boolean isCurrent() {
        try {
            List<FileInput> now = FileModule.files(host.files(), options);
            return now.equals(files)
                    && FileModule.stamps(now).equals(stamps)
                    && stamps.stream().allMatch(stamp -> stamp.isSettled(stampedMs));
        } catch (SqlException _) {
            return false; // What is missing is said when it is connected again.
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
    public boolean isScan() {
        return true;
    }

    @Override
    public double rowCount() {
        double bytes = 0;
        for (int i = 0; i < files.size(); i++) {
            bytes += stamps.get(i).size() * (files.get(i).isCompressed() ? COMPRESSION : 1);
        }
        return Math.max(1, bytes / Math.max(1, layout.rowSize()));
    }

    /**
     * What the cursors are to know.
     *
     * @param columnsUsed as {@link ScanRequest#columnsUsed} says it
     * @param conditions what they test, with the values that are the plan's arguments
     */
    record Wanted(long columnsUsed, RowConditions conditions) {
        /** All rows and columns. */
        static final Wanted ALL = new Wanted(-1, RowConditions.NONE);

        boolean isUsed(int column) {
            return (columnsUsed >>> Math.min(column, Long.SIZE - 1) & 1) != 0;
        }
    }

    @Override
    public ScanPlan plan(ScanRequest request) {
        double rows = rowCount();
        double cost = rows * ROW_COST;
        List<FileScan.Condition> tested = new ArrayList<>();
        ScanPlan plan = ScanPlan.all();
        List<Condition> conditions = request.conditions();
        for (int i = 0; i < conditions.size(); i++) {
            Condition condition = conditions.get(i);
            if (canTest(condition)) {
                tested.add(new FileScan.Condition(condition.column(), condition.operator(), null));
                plan = plan.with(i, false);
                rows *= condition.operator() == Operator.EQ ? EQUAL_SHARE : RANGE_SHARE;
            }
        }
        RowConditions filter = new RowConditions(tested);
        long used = request.columnsUsed();
        return plan.withIndex(used >>> BITS == 0 ? (int) used : -1)
                .withText(filter.toString())
                .withDetail(new Wanted(used, filter))
                .withCost(cost, Math.max(1, rows));
    }

    /** Lists are left alone: the files would be read once for each value. */
    private boolean canTest(Condition condition) {
        int column = condition.column();
        if (column < 0
                || column >= layout.columns().size()
                || condition.isList()
                || !RowConditions.canBe(condition.operator())) {
            return false;
        }
        return switch (layout.columns().get(column).type()) {
            case INTEGER, REAL -> true;
            case TEXT ->
                condition.collation().equals(Collation.BINARY.name())
                        && host.encoding() == TextEncoding.UTF8;
            case NUMERIC, ANY -> false;
        };
    }

    @Override
    public FileCursor open(CursorContext context) {
        return new FileCursor(this, context.interruption());
    }
}
