package org.sqlvm.engine.virtual.rtree;

import org.sqlvm.api.RtreeGeometry;
import org.sqlvm.api.RtreeQuery;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.Pointer;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.row.function.HostArguments;
import org.sqlvm.engine.row.function.UserCode;

/**
 * The value of a function of {@code createRtreeQuery} or {@code createRtreeGeometry}, for the right
 * side of MATCH.
 *
 * @param query an {@link RtreeQuery} or {@link RtreeGeometry}
 * @param arguments the function's arguments; values as in registers, which stay
 */
public record RtreeMatch(Object query, Object[] arguments) {
    /** The value of a call of such a function. */
    public static Pointer value(Object query, Object[] arguments) {
        Object[] kept = new Object[arguments.length];
        for (int i = 0; i < kept.length; i++) {
            kept[i] = arguments[i] instanceof Bytes bytes ? bytes.owned() : arguments[i];
        }
        return new Pointer(new RtreeMatch(query, kept));
    }

    /** Begins a run of the query that a value stands for. */
    static Run run(Object value) {
        if (value instanceof Pointer pointer && pointer.target() instanceof RtreeMatch match) {
            return new Run(match);
        }
        throw new SqlException(ResultCode.ERROR, "SQL logic error");
    }

    /** A run of the query in one scan. */
    static final class Run implements RtreeQuery.Cell {
        private final RtreeMatch match;
        private final double[] parameters;
        private double[] coordinates;
        private int level;
        private int maxLevel;
        private long rowid;
        private double parentScore;
        private double score;
        private RtreeQuery.Within parentWithin;
        private int[] waiting;
        private Object state;

        private Run(RtreeMatch match) {
            this.match = match;
            parameters = new double[match.arguments.length];
            for (int i = 0; i < parameters.length; i++) {
                parameters[i] = Casts.toDouble(match.arguments[i]);
            }
        }

        /** The scan begins. */
        void begin(int rootLevel, int[] waitingByLevel) {
            maxLevel = rootLevel;
            waiting = waitingByLevel;
        }

        /** Whether it is a query, which gives scores, and no geometry. */
        boolean hasScores() {
            return match.query instanceof RtreeQuery;
        }

        /** How much of a cell is wanted, as the number of a {@link RtreeQuery.Within}. */
        int test(double[] box, int cellLevel, long entry, RtreeSearch.Point parent) {
            coordinates = box;
            level = cellLevel;
            rowid = entry;
            parentScore = parent.score;
            score = parent.score;
            parentWithin = RtreeQuery.Within.values()[parent.within];
            if (match.query instanceof RtreeGeometry geometry) {
                return UserCode.call(() -> geometry.test(coordinates, parameters))
                        ? RtreeQuery.Within.FULLY.ordinal()
                        : RtreeQuery.Within.NOT.ordinal();
            }
            RtreeQuery.Within within = UserCode.call(() -> ((RtreeQuery) match.query).test(this));
            return within == null ? RtreeQuery.Within.NOT.ordinal() : within.ordinal();
        }

        double score() {
            return score;
        }

        @Override
        public double[] coordinates() {
            return coordinates;
        }

        @Override
        public double[] parameters() {
            return parameters;
        }

        @Override
        public Object parameter(int index) {
            return HostArguments.toObject(match.arguments[index]);
        }

        @Override
        public int level() {
            return level;
        }

        @Override
        public int maxLevel() {
            return maxLevel;
        }

        @Override
        public long rowid() {
            return rowid;
        }

        @Override
        public double parentScore() {
            return parentScore;
        }

        @Override
        public RtreeQuery.Within parentWithin() {
            return parentWithin;
        }

        @Override
        public int waiting(int ofLevel) {
            return ofLevel < 0 || ofLevel >= waiting.length ? 0 : waiting[ofLevel];
        }

        @Override
        public void setScore(double given) {
            score = given;
        }

        @Override
        public Object state() {
            return state;
        }

        @Override
        public void setState(Object given) {
            state = given;
        }
    }
}
