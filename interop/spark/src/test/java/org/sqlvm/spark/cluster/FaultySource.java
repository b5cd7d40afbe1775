package org.sqlvm.spark.cluster;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.distributions.Distribution;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.RequiresDistributionAndOrdering;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.sqlvm.spark.SqlvmSource;
import org.sqlvm.spark.cluster.Fault.Step;

import java.io.IOException;
import java.util.Map;
import java.util.Set;

/** The source with a fault in its writes; the options {@code fault} and {@code marker} name it. */
public final class FaultySource implements TableProvider {
    private final SqlvmSource source = new SqlvmSource();

    @Override
    public StructType inferSchema(CaseInsensitiveStringMap options) {
        return source.inferSchema(options);
    }

    @Override
    public boolean supportsExternalMetadata() {
        return true;
    }

    @Override
    public Table getTable(
            StructType schema, Transform[] partitioning, Map<String, String> properties) {
        CaseInsensitiveStringMap options = new CaseInsensitiveStringMap(properties);
        Fault fault = new Fault(Step.valueOf(options.get("fault")), options.get("marker"));
        SupportsWrite table = (SupportsWrite) source.getTable(schema, partitioning, properties);
        return new FaultyTable(table, fault);
    }

    private record FaultyTable(SupportsWrite table, Fault fault) implements SupportsWrite {
        @Override
        public String name() {
            return table.name();
        }

        @Override
        public Column[] columns() {
            return table.columns();
        }

        @Override
        public Set<TableCapability> capabilities() {
            return table.capabilities();
        }

        @Override
        public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
            WriteBuilder builder = table.newWriteBuilder(info);
            return new WriteBuilder() {
                @Override
                public Write build() {
                    return new FaultyWrite(
                            (RequiresDistributionAndOrdering) builder.build(), fault);
                }
            };
        }
    }

    private record FaultyWrite(RequiresDistributionAndOrdering write, Fault fault)
            implements RequiresDistributionAndOrdering {
        @Override
        public Distribution requiredDistribution() {
            return write.requiredDistribution();
        }

        @Override
        public int requiredNumPartitions() {
            return write.requiredNumPartitions();
        }

        @Override
        public SortOrder[] requiredOrdering() {
            return write.requiredOrdering();
        }

        @Override
        public BatchWrite toBatch() {
            return new FaultyBatch(write.toBatch(), fault);
        }
    }

    private record FaultyBatch(BatchWrite batch, Fault fault) implements BatchWrite {
        @Override
        public DataWriterFactory createBatchWriterFactory(PhysicalWriteInfo info) {
            return new FaultyFactory(batch.createBatchWriterFactory(info), fault);
        }

        @Override
        public void commit(WriterCommitMessage[] messages) {
            fault.at(Step.DRIVER_COMMIT);
            batch.commit(messages);
            fault.at(Step.DRIVER_COMMITTED);
        }

        @Override
        public void abort(WriterCommitMessage[] messages) {
            batch.abort(messages);
        }
    }

    private record FaultyFactory(DataWriterFactory factory, Fault fault)
            implements DataWriterFactory {
        @Override
        public DataWriter<InternalRow> createWriter(int partition, long attempt) {
            return new FaultyWriter(factory.createWriter(partition, attempt), fault);
        }
    }

    private record FaultyWriter(DataWriter<InternalRow> writer, Fault fault)
            implements DataWriter<InternalRow> {
        @Override
        public void write(InternalRow row) throws IOException {
            writer.write(row);
        }

        @Override
        public WriterCommitMessage commit() throws IOException {
            WriterCommitMessage message = writer.commit();
            fault.at(Step.TASK_COMMITTED);
            return message;
        }

        @Override
        public void abort() throws IOException {
            writer.abort();
        }

        @Override
        public void close() throws IOException {
            writer.close();
        }
    }
}
