package org.sqlvm.engine.vector.mirror;

import org.sqlvm.engine.btree.ImageCells;
import org.sqlvm.engine.btree.PageImage;
import org.sqlvm.engine.btree.RowPages;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.row.Workers;
import org.sqlvm.engine.vector.column.Chunk;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * A partition that is being read: pages that hold its rows, and what decodes them. The connection's
 * thread adds pages, then one thread decodes them, and what is left is the connection's again.
 */
final class Partition {
    private final PartitionDecoder decoder;
    private final int rowsMax;

    /** From the first one that is not decoded on. */
    private final ArrayDeque<PageImage> images = new ArrayDeque<>();

    /** Those that are. */
    private final List<PageImage> used = new ArrayList<>();

    /** In the first image, the next cell. */
    private int cell;

    private int rows;

    /** What has kept the next page from being read. */
    private SqlException failure;

    /** What has ended the decoding in a helper. */
    private Throwable thrown;

    private Chunk[] chunks;

    /** Null if it is this thread's to decode. */
    private Workers.Task task;

    Partition(PartitionDecoder decoder, int rowsMax) {
        this.decoder = decoder;
        this.rowsMax = rowsMax;
    }

    /** How many more rows it may have. */
    int room() {
        return rowsMax - rows;
    }

    /** Of all pages so far. */
    int rows() {
        return rows;
    }

    PartitionDecoder decoder() {
        return decoder;
    }

    /** As the columns; null for those that are not read, and before {@link #complete}. */
    Chunk[] chunks() {
        return chunks;
    }

    /** Adds the rows of a page that are wanted. */
    void add(PageImage image) {
        if (images.isEmpty()) {
            cell = image.first();
        }
        images.add(image);
        rows += image.end() - image.first();
    }

    /** There are no more pages: the error comes behind the rows. */
    void setFailure(SqlException error) {
        failure = error;
    }

    /** A helper may decode, if this thread does not first. */
    void begin(Workers workers) {
        task = workers.begin(() -> run(workers::poll));
    }

    /** Whether no helper has begun, nor will: this thread decodes. */
    boolean takeTask() {
        if (task == null || !task.claim()) {
            return false;
        }
        task = null;
        return true;
    }

    /** Whether a helper is decoding. */
    boolean isBusy() {
        return task != null && !task.hasEnded();
    }

    /** Returns when no helper decodes, or will. */
    void await() {
        if (task != null) {
            task.await();
            task = null;
        }
    }

    /**
     * Does what any thread can do; what goes wrong shows in {@link #complete}.
     *
     * @param poll called with every page
     */
    void run(Runnable poll) {
        decode(poll);
        if (images.isEmpty() && failure == null && thrown == null) {
            try {
                chunks = decoder.finish();
            } catch (RuntimeException | Error e) {
                thrown = e;
            }
        }
    }

    /** Decodes the pages, up to one that only the connection's thread can go on with. */
    private void decode(Runnable poll) {
        while (!images.isEmpty() && thrown == null) {
            poll.run();
            PageImage image = images.getFirst();
            int last = image.end();
            try {
                cell = decoder.add(image, cell, last);
            } catch (RuntimeException | Error e) {
                thrown = e;
                return;
            }
            if (cell < last || cell == 0) {
                return;
            }
            next();
        }
    }

    private void next() {
        used.add(images.removeFirst());
        cell = images.isEmpty() ? 0 : images.getFirst().first();
    }

    /** Decodes the pages that there are, in the connection's thread. */
    void decode(RowPages pages, Runnable poll) {
        decode(poll);
        check();
        while (!images.isEmpty()) {
            PageImage image = images.getFirst();
            ImageCells cells = decoder.cells();
            if (!cells.enter(image)) {
                throw pages.corrupt(image);
            }
            byte[] record = pages.payload(image, cells, cell);
            decoder.addRecord(cell, record, 0, record.length);
            cell++;
            if (cell == image.end()) {
                next();
            }
            decode(poll);
            check();
        }
    }

    private void check() {
        switch (thrown) {
            case null -> {}
            case RuntimeException error -> throw error;
            case Error error -> throw error;
            default -> throw new AssertionError(thrown);
        }
    }

    /** All pages have been added: makes the chunks, unless a helper has. */
    void complete(RowPages pages, Runnable poll) {
        decode(pages, poll);
        if (failure != null) {
            throw failure;
        }
        if (chunks == null) {
            chunks = decoder.finish();
        }
    }

    /** The images that are decoded go to {@code target}. */
    void giveUsed(ArrayDeque<PageImage> target) {
        target.addAll(used);
        used.clear();
    }
}
