package org.sqlvm.engine.vector.cache;

import org.sqlvm.engine.btree.ImageCells;
import org.sqlvm.engine.btree.PageImage;
import org.sqlvm.engine.btree.RowPages;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.row.Workers;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.ChunkBuilder;
import org.sqlvm.engine.vector.column.StoredColumn;
import org.sqlvm.engine.vector.column.VectorSizes;

import java.util.ArrayDeque;
import java.util.List;

/**
 * Reads the rows of a b-tree in order, a partition at a time. The connection's thread copies the
 * pages; helpers decode whole partitions, or this thread does when it is ahead of them. Rows and
 * errors are the same as if this thread had done everything.
 *
 * <p>Without helpers, or memory for the pages of a partition, this thread decodes each page as it
 * comes.
 */
public final class PartitionReader implements AutoCloseable {
    /** The copied pages take at most one HEAP_SHARE-th of the heap. */
    private static final int HEAP_SHARE = 32;

    /** At most this many partitions for each thread wait for a helper. */
    private static final int WAITING_SHARE = 3;

    /**
     * A partition ends when its rows have this size, so that long rows are decoded by several
     * threads, and few of them need memory at a time.
     */
    static final int PARTITION_BYTES = 16 << 20;

    /** The size of the arrays that pages are copied to, once there are more than a few. */
    private static final int SLAB_BYTES = 4 << 20;

    private final RowPages pages;
    private final List<StoredColumn> columns;
    private final int partitionRows;
    private final int threads;
    private final Workspace workspace;
    private final Runnable poll;
    private final long imagesMax;
    private boolean[] wanted;

    /** The cells of pages that this thread looks at. */
    private ImageCells cells;

    private Workers workers = new Workers();

    /** The partitions whose pages have all been read, in order. */
    private final ArrayDeque<Partition> whole = new ArrayDeque<>();

    /** The partition whose pages are being read; null between two. */
    private Partition partial;

    /** A page whose rest belongs to the next partition; or null. */
    private PageImage rest;

    private final ArrayDeque<PageImage> freeImages = new ArrayDeque<>();
    private final ArrayDeque<PartitionDecoder> freeDecoders = new ArrayDeque<>();

    /** The size of all copied pages. */
    private long imageBytes;

    /** The size of all decoders. */
    private long decoderBytes;

    /** Whether the last page has been read, or there was an error. */
    private boolean treeEnded;

    private long rowsRead;

    private long lastRowid;

    /** The number of rows that the first partitions are to have. */
    private int[] partitions = {};

    /** The number of partitions that have been begun, and that have been returned. */
    private int made;

    private int given;

    /**
     * The number of partitions to read ahead. It grows with each partition, so that a scan that
     * ends soon has read little in vain.
     */
    private int ahead;

    /**
     * Creates a reader.
     *
     * @param pages the pages, from the first row on
     * @param wanted as {@code columns}: which of them are read
     * @param toEnd whether all rows will be read
     * @param poll called now and then
     */
    PartitionReader(
            RowPages pages,
            List<StoredColumn> columns,
            boolean[] wanted,
            VectorSizes sizes,
            boolean toEnd,
            Workspace workspace,
            Runnable poll) {
        this.pages = pages;
        this.columns = columns;
        this.wanted = wanted;
        this.partitionRows = sizes.partitionRows();
        this.threads = sizes.threadCount();
        this.workspace = workspace;
        this.poll = poll;
        imagesMax = Runtime.getRuntime().maxMemory() / HEAP_SHARE;
        ahead = toEnd ? aheadMax() : 0;
    }

    /** Sets the number of rows of the first partitions, before the first row is read. */
    void readAs(int[] rows) {
        partitions = rows;
    }

    /** The rowid of the last row so far; 0 if rows have none. */
    long lastRowid() {
        return lastRowid;
    }

    /** Whether all rows have been read. */
    boolean isAtEnd() {
        return treeEnded && whole.isEmpty() && partial == null;
    }

    /** The bytes of the table in its last state that have been read. */
    long bytesRead() {
        return pages.bytesRead();
    }

    /**
     * Continues in another state of the table, or with fewer columns, behind the rows so far.
     *
     * @param columnsNow which of the columns are read from now on
     */
    void restart(boolean[] columnsNow) {
        boolean atEnd = isAtEnd();
        discard();
        wanted = columnsNow;
        treeEnded = atEnd;
        pages.restart(rowsRead, lastRowid);
    }

    /**
     * Continues behind partitions that another reader has read.
     *
     * @param partitionCount their number
     * @param rows the number of their rows
     * @param last the rowid of the last row
     * @param columnsNow which of the columns are read from now on
     */
    void skip(int partitionCount, long rows, long last, boolean[] columnsNow) {
        assert made == 0 && !treeEnded : made;
        given = partitionCount;
        made = partitionCount;
        rowsRead = rows;
        lastRowid = last;
        restart(columnsNow);
    }

    /**
     * Reads the next partition.
     *
     * @param chunks as the columns: takes those that are read
     * @return the number of rows; 0 at the end
     */
    int read(Chunk[] chunks) {
        pages.checkTransaction();
        if (cells == null) {
            cells = pages.newCells();
        }
        readAhead();
        Partition next = whole.peek();
        if (next == null) {
            next = readAlone();
        } else {
            complete(next);
            whole.remove();
        }
        ahead = Math.min(ahead + 1, aheadMax());
        next.giveUsed(freeImages);
        freeDecoders.add(next.decoder());
        if (next.rows() > 0) {
            given++;
            assert given <= made && next.rows() <= partitionRows : next.rows();
            rowsRead += next.rows();
            lastRowid = next.decoder().lastRowid();
            for (int i = 0; i < chunks.length; i++) {
                if (wanted[i]) {
                    chunks[i] = next.chunks()[i];
                }
            }
        }
        return next.rows();
    }

    /** One partition is consumed while each thread decodes another one. */
    private int aheadMax() {
        return threads > 1 ? threads + 1 : 0;
    }

    /** The bytes that are needed to decode {@code columnCount} columns. */
    public static long size(int columnCount, int partitionRows) {
        return (long) partitionRows * columnCount * ChunkBuilder.rowSize();
    }

    // ------------------------------------------------------------------ pages

    /** Reads pages of partitions for the helpers. */
    private void readAhead() {
        while (!treeEnded && whole.size() < ahead) {
            if (partial == null) {
                if (freeDecoders.isEmpty() && !mayGrow(decoderSize())) {
                    return;
                }
                partial = newPartition();
            }
            while (partial.room() > 0 && !treeEnded) {
                if (freeImages.isEmpty() && !mayHoldImage()) {
                    return;
                }
                addPage(partial);
            }
            // A table of one partition is decoded before a helper could wake up.
            if (!treeEnded || !whole.isEmpty()) {
                partial.begin(workers);
            }
            whole.add(partial);
            partial = null;
        }
    }

    private long decoderSize() {
        int count = 0;
        for (boolean each : wanted) {
            count += each ? 1 : 0;
        }
        return size(count, partitionRows);
    }

    private boolean mayGrow(long bytes) {
        return workspace.mayGrow(imageBytes + decoderBytes, bytes);
    }

    private boolean mayHoldImage() {
        long size = pages.imageSize();
        return imageBytes + size <= imagesMax && mayGrow(size);
    }

    private Partition newPartition() {
        PartitionDecoder decoder = freeDecoders.poll();
        if (decoder == null) {
            workspace.take(decoderSize());
            decoderBytes += decoderSize();
            decoder = new PartitionDecoder(pages.newCells(), columns, wanted, partitionRows);
        }
        boolean isKnown = made < partitions.length;
        int rows = isKnown ? partitions[made] : partitionRows;
        made++;
        return new Partition(decoder, rows, isKnown ? Long.MAX_VALUE : PARTITION_BYTES);
    }

    private PageImage newImage() {
        if (freeImages.isEmpty()) {
            int size = pages.imageSize();
            long room = Math.min(SLAB_BYTES, imagesMax - imageBytes) / size;
            int count = Math.clamp(Math.min(room, imageBytes / size), 1, Integer.MAX_VALUE);
            if (!mayGrow((long) count * size)) {
                count = 1;
            }
            workspace.take((long) count * size);
            imageBytes += (long) count * size;
            freeImages.addAll(pages.newImages(count));
        }
        return freeImages.poll();
    }

    /** Adds the next page to a partition, as far as there is room for its rows. */
    private void addPage(Partition partition) {
        poll.run();
        PageImage image = rest;
        rest = null;
        if (image == null) {
            image = newImage();
            try {
                treeEnded = !pages.next(image, cells);
            } catch (SqlException e) {
                partition.setFailure(e);
                treeEnded = true;
            }
            if (treeEnded) {
                freeImages.add(image);
                return;
            }
        }
        int last = image.first() + partition.room();
        if (last < image.end()) {
            rest = newImage();
            rest.copyFrom(image, pages.imageSize());
            rest.setFirst(last);
            image.setEnd(last);
        }
        partition.add(image, rowBytes(image));
    }

    /** The size of the rows of a page, with their overflow pages. */
    private long rowBytes(PageImage image) {
        int size = pages.imageSize();
        int count = image.end() - image.first();
        // A page with more rows has no overflow pages.
        if (count > pages.overflowingMax() || !cells.enter(image)) {
            return size;
        }
        long payloads = 0;
        for (int cell = image.first(); cell < image.end(); cell++) {
            payloads += cells.size(cell);
        }
        return Math.max(size, payloads);
    }

    // ------------------------------------------------------------------ rows

    /** Reads and decodes page by page. */
    private Partition readAlone() {
        Partition partition = partial == null ? newPartition() : partial;
        partial = partition;
        partition.decode(pages, poll);
        while (partition.room() > 0 && !treeEnded) {
            partition.giveUsed(freeImages);
            addPage(partition);
            partition.decode(pages, poll);
        }
        partition.complete(pages, poll);
        partial = null;
        return partition;
    }

    private void complete(Partition next) {
        if (!next.takeTask()) {
            while (next.isBusy() && (decodeAnother() || readAnother())) {}
            next.await();
        }
        next.complete(pages, poll);
    }

    /** Decodes a partition that no helper has begun; false if there is none. */
    private boolean decodeAnother() {
        for (Partition each : whole) {
            if (each.takeTask()) {
                each.run(poll);
                return true;
            }
        }
        return false;
    }

    /** Reads one more partition while a helper decodes; false if that is not possible. */
    private boolean readAnother() {
        int before = whole.size();
        if (before < WAITING_SHARE * threads) {
            ahead = before + 1;
            readAhead();
        }
        return whole.size() > before;
    }

    private void discard() {
        workers.stop();
        whole.forEach(Partition::await);
        workers = new Workers();
        whole.clear();
        partial = null;
        made = given;
        rest = null;
        cells = null;
        freeImages.clear();
        freeDecoders.clear();
        assert imageBytes >= 0 && decoderBytes >= 0 : imageBytes;
        workspace.take(-imageBytes - decoderBytes);
        imageBytes = 0;
        decoderBytes = 0;
    }

    @Override
    public void close() {
        discard();
        treeEnded = true;
    }
}
