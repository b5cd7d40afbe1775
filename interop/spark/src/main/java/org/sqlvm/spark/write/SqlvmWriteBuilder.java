package org.sqlvm.spark.write;

import org.apache.spark.sql.connector.expressions.filter.AlwaysTrue;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.SupportsOverwriteV2;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriteBuilder;

import java.util.Arrays;
import java.util.StringJoiner;
import java.util.function.Function;

/** Plans a write into a table of a file, or into a folder of files; see {@link WriteMode}. */
public final class SqlvmWriteBuilder implements SupportsOverwriteV2 {
    private final String path;
    private final String table;
    private final LogicalWriteInfo info;
    private final Function<Predicate, String> conditions;
    private Removal removal = Removal.NONE;

    /**
     * @param path the absolute path of the file, which need not exist, or of the folder
     * @param conditions returns the SQL of a condition, or null if SQL has none with the same
     *     meaning
     */
    public SqlvmWriteBuilder(
            String path,
            String table,
            LogicalWriteInfo info,
            Function<Predicate, String> conditions) {
        this.path = path;
        this.table = table;
        this.info = info;
        this.conditions = conditions;
    }

    @Override
    public WriteBuilder truncate() {
        removal = Removal.ALL;
        return this;
    }

    @Override
    public boolean canOverwrite(Predicate[] predicates) {
        return condition(predicates, conditions) != null;
    }

    @Override
    public WriteBuilder overwrite(Predicate[] predicates) {
        removal = new Removal(condition(predicates, conditions));
        return this;
    }

    /**
     * Returns the SQL of a conjunction.
     *
     * @return null if a predicate has no SQL with the same meaning
     */
    public static String condition(Predicate[] predicates, Function<Predicate, String> conditions) {
        if (Arrays.stream(predicates).allMatch(AlwaysTrue.class::isInstance)) {
            return Removal.ALL.condition();
        }
        StringJoiner all = new StringJoiner(" AND ");
        for (Predicate predicate : predicates) {
            String sql = conditions.apply(predicate);
            if (sql == null) {
                return null;
            }
            all.add("(" + sql + ")");
        }
        return all.toString();
    }

    @Override
    public Write build() {
        WriteMode mode = WriteMode.STAGED;
        WriteOptions options = WriteOptions.of(info.options(), mode, info.queryId());
        Target target = new Target(path, table, info.schema(), options);
        // Refuses types that cannot be stored, before a task runs.
        SqlTypeNames.createTable(table, info.schema());
        return new SqlvmWrite(target, removal, info.queryId());
    }
}
