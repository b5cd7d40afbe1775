package org.sqlvm.engine.virtual.fts5.rank;

import org.sqlvm.api.Arguments;
import org.sqlvm.api.Result;
import org.sqlvm.api.search.AuxiliaryFunction;
import org.sqlvm.api.search.MatchContext;

/**
 * {@code bm25(t, weight…)}: how well a row matches, by the formula Okapi BM25 (fts5.html section
 * 5.1.1). The better, the less it is.
 */
final class Bm25 implements AuxiliaryFunction {
    private static final double K1 = 1.2;
    private static final double B = 0.75;
    /** Weight of a phrase that half of all rows, or more, have. */
    private static final double MIN_FREQUENCY = 1e-6;

    /**
     * The facts of a query that hold for all rows.
     *
     * @param averageSize average number of tokens of a row
     * @param rarity weight of each phrase; the less rows have it, the more
     */
    private record Query(double averageSize, double[] rarity) {}

    @Override
    public void call(MatchContext match, Arguments arguments, Result result) {
        Query query = (Query) match.state();
        if (query == null) {
            query = query(match);
            match.setState(query);
        }
        double[] frequency = new double[query.rarity.length];
        int count = match.instanceCount();
        for (int i = 0; i < count; i++) {
            int column = match.instanceColumn(i);
            double weight = column < arguments.count() ? arguments.getDouble(column) : 1.0;
            frequency[match.instancePhrase(i)] += weight;
        }
        double size = match.columnSize(MatchContext.ALL_COLUMNS);
        double score = 0;
        for (int i = 0; i < frequency.length; i++) {
            score += query.rarity[i]
                    * ((frequency[i] * (K1 + 1.0))
                            / (frequency[i] + K1 * (1 - B + B * size / query.averageSize)));
        }
        result.setDouble(-1.0 * score);
    }

    private static Query query(MatchContext match) {
        long rows = match.rowCount();
        double averageSize = (double) match.tokenCount(MatchContext.ALL_COLUMNS) / rows;
        double[] rarity = new double[match.phraseCount()];
        for (int i = 0; i < rarity.length; i++) {
            long hits = count(match, i);
            double value = Math.log((rows - hits + 0.5) / (hits + 0.5));
            rarity[i] = value <= 0.0 ? MIN_FREQUENCY : value;
        }
        return new Query(averageSize, rarity);
    }

    private static long count(MatchContext match, int phrase) {
        long[] hits = new long[1];
        match.queryPhrase(phrase, row -> {
            hits[0]++;
            return true;
        });
        return hits[0];
    }
}
