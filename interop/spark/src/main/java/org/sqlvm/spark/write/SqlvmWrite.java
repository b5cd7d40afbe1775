package org.sqlvm.spark.write;

import org.apache.spark.sql.connector.distributions.Distribution;
import org.apache.spark.sql.connector.distributions.Distributions;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.SortDirection;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.RequiresDistributionAndOrdering;
import org.apache.spark.sql.types.AtomicType;
import org.apache.spark.sql.types.StructField;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A write whose target and mode are known. */
final class SqlvmWrite implements RequiresDistributionAndOrdering {
    private final Target target;
    private final Removal removal;
    private final String queryId;

    SqlvmWrite(Target target, Removal removal, String queryId) {
        this.target = target;
        this.removal = removal;
        this.queryId = queryId;
    }

    @Override
    public String description() {
        return "sqlvm " + target.path() + " " + target.table() + " "
                + target.options().mode().name().toLowerCase(Locale.ROOT);
    }

    private boolean isSingle() {
        return target.options().mode() == WriteMode.SINGLE;
    }

    @Override
    public int requiredNumPartitions() {
        return isSingle() ? 1 : 0;
    }

    /** Spark takes a number of partitions only together with a distribution. */
    @Override
    public Distribution requiredDistribution() {
        if (!isSingle()) {
            return Distributions.unspecified();
        }
        StructField field = Arrays.stream(target.schema().fields())
                .filter(column -> column.dataType() instanceof AtomicType)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "writeMode single needs a column that is no array, map or struct"));
        return Distributions.clustered(new Expression[] {Expressions.column(quoted(field.name()))});
    }

    /** The order of the primary key, in which a table is filled fastest. */
    @Override
    public SortOrder[] requiredOrdering() {
        if (!isSingle() || !Files.exists(Path.of(target.path()))) {
            return new SortOrder[0];
        }
        List<SortOrder> key = new ArrayList<>();
        try (Database database = target.open();
                Rows rows = database.query(
                        "SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk",
                        target.table())) {
            while (rows.next()) {
                String name = rows.getText(0);
                if (!Arrays.asList(target.schema().fieldNames()).contains(name)) {
                    break;
                }
                key.add(Expressions.sort(
                        Expressions.column(quoted(name)), SortDirection.ASCENDING));
            }
        }
        return key.toArray(SortOrder[]::new);
    }

    /** Quotes a name as a single part, as Spark parses it. */
    private static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    @Override
    public BatchWrite toBatch() {
        return switch (target.options().mode()) {
            case STAGED -> new StagedWrite(target, removal, queryId);
            case SINGLE -> new SingleWrite(target, removal);
            case FILES -> new FilesWrite(target, removal, queryId);
        };
    }
}
