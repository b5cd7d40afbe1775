package org.sqlvm.engine.row.function;

import org.sqlvm.engine.row.SqlFunction;
import org.sqlvm.engine.row.aggregate.ConcatAggregates;
import org.sqlvm.engine.row.aggregate.CountAggregates;
import org.sqlvm.engine.row.aggregate.JsonAggregates;
import org.sqlvm.engine.row.aggregate.MinMaxAggregates;
import org.sqlvm.engine.row.aggregate.PercentileAggregates;
import org.sqlvm.engine.row.aggregate.PolygonAggregates;
import org.sqlvm.engine.row.aggregate.SumAggregates;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The functions by name, gathered from the families. */
final class FunctionTable {
    static final List<SqlFunction> ALL = gather();
    private static final Map<String, List<SqlFunction>> BY_NAME = group();

    private FunctionTable() {}

    private static List<SqlFunction> gather() {
        List<SqlFunction> functions = new ArrayList<>();
        functions.addAll(CountAggregates.FUNCTIONS);
        functions.addAll(SumAggregates.FUNCTIONS);
        functions.addAll(MinMaxAggregates.FUNCTIONS);
        functions.addAll(ConcatAggregates.FUNCTIONS);
        functions.addAll(JsonAggregates.FUNCTIONS);
        functions.addAll(PercentileAggregates.FUNCTIONS);
        functions.addAll(PolygonAggregates.FUNCTIONS);
        functions.addAll(TextFunctions.FUNCTIONS);
        functions.addAll(Soundex.FUNCTIONS);
        functions.addAll(TrimFunctions.FUNCTIONS);
        functions.addAll(BinaryFunctions.FUNCTIONS);
        functions.addAll(NumberFunctions.FUNCTIONS);
        functions.addAll(MathFunctions.FUNCTIONS);
        functions.addAll(ChoiceFunctions.FUNCTIONS);
        functions.addAll(PatternFunctions.FUNCTIONS);
        functions.addAll(FormatFunctions.FUNCTIONS);
        functions.addAll(QuoteFunctions.FUNCTIONS);
        functions.addAll(DateFunctions.FUNCTIONS);
        functions.addAll(Subtypes.FUNCTIONS);
        functions.addAll(JsonFunctions.FUNCTIONS);
        functions.addAll(JsonChangeFunctions.FUNCTIONS);
        functions.addAll(EmbeddingFunctions.FUNCTIONS);
        functions.addAll(DistanceFunctions.FUNCTIONS);
        functions.addAll(GeopolyFunctions.FUNCTIONS);
        functions.addAll(RtreeFunctions.FUNCTIONS);
        functions.addAll(ConnectionFunctions.FUNCTIONS);
        functions.addAll(FullTextFunctions.FUNCTIONS);
        functions.addAll(TableFunctions.FUNCTIONS);
        functions.sort(Comparator.comparing(SqlFunction::name)
                .thenComparing(SqlFunction::argumentCountMin));
        return List.copyOf(functions);
    }

    private static Map<String, List<SqlFunction>> group() {
        Map<String, List<SqlFunction>> groups = new HashMap<>();
        for (SqlFunction function : ALL) {
            groups.computeIfAbsent(function.name(), name -> new ArrayList<>()).add(function);
        }
        return groups;
    }

    static List<SqlFunction> named(String name) {
        return BY_NAME.getOrDefault(name, List.of());
    }
}
