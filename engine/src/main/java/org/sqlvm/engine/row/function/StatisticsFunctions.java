package org.sqlvm.engine.row.function;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.row.AggregateFunction;
import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.row.ScalarFunction;
import org.sqlvm.engine.row.aggregate.Aggregate;

import java.util.HexFormat;

/** The functions that ANALYZE calls. SQL cannot name them. */
public final class StatisticsFunctions {
    /** Numbers of the parts of a sample. */
    public static final int EQUAL = 0;

    public static final int LESS = 1;
    public static final int DISTINCT_LESS = 2;
    public static final int ROW = 3;

    /**
     * stat_get(result, sample, part): a part of what {@link #sampler} has found out. Sample 0 is
     * the text of sqlite_stat1; NULL behind the last sample.
     */
    public static final ScalarFunction GET = Scalar.of("stat_get", 3, StatisticsFunctions::get);

    private StatisticsFunctions() {}

    /** stat(changed, expected, row, limit): see {@link IndexSampler}. */
    public static AggregateFunction sampler(int columnCount, int keyCount) {
        return Aggregate.of("stat", 4, 4, _ -> new IndexSampler(columnCount, keyCount));
    }

    private static Object get(CallContext context, Object[] arguments) {
        String[] lines = arguments[0].toString().split("\n");
        long sample = (Long) arguments[1];
        if (sample >= lines.length) {
            return SqlNull.NULL;
        }
        if (sample == 0) {
            return Text.of(lines[0]);
        }
        int number = (int) (long) (Long) arguments[2];
        String part = lines[(int) sample].split("\\|")[number];
        if (number != ROW) {
            return Text.of(part);
        }
        return part.charAt(0) == IndexSampler.ROWID
                ? (Object) Long.valueOf(part.substring(1))
                : Blob.of(HexFormat.of().parseHex(part));
    }
}
