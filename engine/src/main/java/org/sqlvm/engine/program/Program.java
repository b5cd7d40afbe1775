package org.sqlvm.engine.program;

import java.util.List;
import java.util.Objects;

/**
 * A compiled statement: what EXPLAIN prints and the language runs. Immutable, and free of anything
 * that belongs to a connection, so that contexts of one engine share it.
 *
 * @param sql the statement's own text
 * @param registerCount registers are numbered 1..registerCount
 * @param cursorCount cursors are numbered 0..cursorCount-1
 * @param columns the result's columns; empty for a statement without a result
 * @param parameters the names of parameters 1..n as written ({@code :a}, {@code ?5}), an empty
 *     string for a plain {@code ?} and for numbers that are not used
 * @param explain how rows of this program are shown: a plain program, or a listing of itself
 * @param queryPlan the lines of EXPLAIN QUERY PLAN
 * @param steps the code of the lines of the query plan
 * @param text the positions in the text and the values that debuggers show
 * @param facts the code generator's knowledge of it
 */
public record Program(
        String sql,
        Kind kind,
        List<Instruction> instructions,
        int registerCount,
        int cursorCount,
        List<ResultColumn> columns,
        List<String> parameters,
        ExplainMode explain,
        List<PlanLine> queryPlan,
        List<PlanStep> steps,
        ProgramText text,
        ProgramFacts facts) {

    /** Whether a caller is to read rows, including those of RETURNING. */
    public boolean givesRows() {
        return kind == Kind.QUERY || !columns.isEmpty();
    }

    /** The kind of the statement as its caller sees it. */
    public enum Kind {
        /** Gives rows: SELECT, VALUES, EXPLAIN, PRAGMA with a result. */
        QUERY,
        /** Changes rows and gives a count: INSERT, UPDATE, DELETE. */
        CHANGE,
        /** Everything else. */
        OTHER
    }

    public enum ExplainMode {
        NONE,
        EXPLAIN,
        EXPLAIN_QUERY_PLAN
    }

    /**
     * @param name the name as SQLite gives it: the alias, the column's name, or the expression's
     *     text
     * @param declaredType the declared type if the value is a plain table column, else null
     * @param database the schema name, table and column the value comes from, or null
     */
    public record ResultColumn(
            String name, String declaredType, String database, String table, String column) {}

    /**
     * A table that is read from its first row to its last.
     *
     * @param database its number
     * @param rows about how many it has
     */
    public record LargeTable(int database, int rootPage, long rows) {}

    /**
     * A line of EXPLAIN QUERY PLAN: nodes refer to their parent by id; a root's parent is 0.
     *
     * @param of the loop or the input that it describes, as given to {@link Assembler#addStep}; or
     *     null
     * @param term the name of that loop's rows; or null
     * @param place the position at which the text names them; or null
     */
    public record PlanLine(
            int id, int parent, String detail, Object of, String term, TextPlace place) {
        /** Creates a line without a subject. */
        public PlanLine(int id, int parent, String detail) {
            this(id, parent, detail, null, null, null);
        }

        /**
         * The subject of a line is compared by identity: a loop contains plans with their lines.
         */
        @Override
        public boolean equals(Object other) {
            return other instanceof PlanLine line
                    && id == line.id
                    && parent == line.parent
                    && detail.equals(line.detail)
                    && of == line.of;
        }

        @Override
        public int hashCode() {
            return Objects.hash(id, parent, detail);
        }
    }

    /**
     * The code of the loop or input that a line of the plan describes. The number of runs of its
     * instructions is the number of rows.
     *
     * @param line the line's id
     * @param begin the address of the first instruction of the loop, or of VectorScan
     * @param visit the address that control reaches with each row
     * @param nullRow the address that control passes on the way to {@code visit} with a row of
     *     NULLs; -1 if there is no such row
     * @param input the number of VectorScan's input; -1 for a loop
     */
    public record PlanStep(int line, int begin, int visit, int nullRow, int input) {
        /** Whether it is one of a VectorScan's. */
        public boolean isVector() {
            return input >= 0;
        }
    }
}
