package org.sqlvm.engine.vector.cache;

import org.sqlvm.engine.btree.BtreeCursor;
import org.sqlvm.engine.btree.RowPages;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.StoredColumn;
import org.sqlvm.engine.vector.column.VectorSizes;

import java.util.Arrays;
import java.util.List;

/** Decodes columns of a table partition by partition, for {@link FileColumns}. */
public final class FilePartitions implements AutoCloseable {
    private final PartitionReader reader;

    /**
     * Begins to read in the read transaction of the cursor.
     *
     * @param known the number of rows of the first partitions; none to divide the rows by size
     * @param poll called now and then; it throws if the scan is to end
     */
    public FilePartitions(
            BtreeCursor cursor,
            List<StoredColumn> columns,
            int[] known,
            VectorSizes sizes,
            Workspace workspace,
            Runnable poll) {
        boolean[] wanted = new boolean[columns.size()];
        Arrays.fill(wanted, true);
        int rowsMax = Arrays.stream(known).reduce(sizes.partitionRows(), Math::max);
        VectorSizes own = new VectorSizes(sizes.vectorRows(), rowsMax, sizes.threads());
        reader = new PartitionReader(
                RowPages.of(cursor), columns, wanted, own, true, workspace, poll);
        reader.readAs(known);
    }

    /**
     * Reads the next partition.
     *
     * @param target as the columns
     * @return the number of rows; 0 at the end
     */
    public int next(Chunk[] target) {
        return reader.read(target);
    }

    @Override
    public void close() {
        reader.close();
    }
}
