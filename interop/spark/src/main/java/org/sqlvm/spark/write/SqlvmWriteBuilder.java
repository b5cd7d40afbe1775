package org.sqlvm.spark.write;

import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.SupportsOverwriteV2;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriteBuilder;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;

/** Plans a write into a table of a file, or into a folder of files; see {@link WriteMode}. */
public final class SqlvmWriteBuilder implements SupportsOverwriteV2 {
    private final String path;
    private final String table;
    private final LogicalWriteInfo info;
    private final Function<Predicate, Removal> translate;
    private Removal removal = Removal.NONE;

    /**
     * @param path the absolute path of the file, which need not exist, or of the folder
     * @param translate see {@link Removal#of}
     */
    public SqlvmWriteBuilder(
            String path,
            String table,
            LogicalWriteInfo info,
            Function<Predicate, Removal> translate) {
        this.path = path;
        this.table = table;
        this.info = info;
        this.translate = translate;
    }

    @Override
    public WriteBuilder truncate() {
        removal = Removal.ALL;
        return this;
    }

    @Override
    public boolean canOverwrite(Predicate[] predicates) {
        return Removal.of(predicates, translate) != null;
    }

    @Override
    public WriteBuilder overwrite(Predicate[] predicates) {
        removal = Removal.of(predicates, translate);
        return this;
    }

    @Override
    public Write build() {
        WriteMode mode = Files.isDirectory(Path.of(path)) ? WriteMode.FILES : WriteMode.STAGED;
        WriteOptions options = WriteOptions.of(info.options(), mode, info.queryId());
        Target target = new Target(path, table, info.schema(), options);
        boolean isPart = !removal.condition().isEmpty() && !removal.isAll();
        if (isPart && options.mode() == WriteMode.FILES) {
            throw new UnsupportedOperationException(
                    "a folder of files is overwritten as a whole, not by a condition");
        }
        // Refuses types that cannot be stored, before a task runs.
        SqlTypeNames.createTable(table, info.schema());
        return new SqlvmWrite(target, removal, info.queryId());
    }
}
