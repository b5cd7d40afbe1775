package org.sqlvm.engine.row.function;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.row.AggregateFunction;
import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.row.ScalarFunction;
import org.sqlvm.engine.row.aggregate.Aggregate;

import java.util.Arrays;
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
        Text result = (Text) arguments[0];
        Object[][] samples = result.made instanceof Object[][] known ? known : samples(result);
        result.made = samples; // The next call is for another part of the same result.
        long sample = (Long) arguments[1];
        return sample < samples.length
                ? samples[(int) sample][(int) (long) (Long) arguments[2]]
                : SqlNull.NULL;
    }

    /** Returns the parts of all samples of a sampler's result. */
    private static Object[][] samples(Text result) {
        return result.toString()
                .lines()
                .map(line -> Arrays.stream(line.split("\\|"))
                        .map(StatisticsFunctions::part)
                        .toArray())
                .toArray(Object[][]::new);
    }

    private static Object part(String text) {
        return switch (text.charAt(0)) {
            case IndexSampler.ROWID -> Long.valueOf(text.substring(1));
            case IndexSampler.ENTRY -> Blob.of(HexFormat.of().parseHex(text, 1, text.length()));
            default -> Text.of(text);
        };
    }
}
