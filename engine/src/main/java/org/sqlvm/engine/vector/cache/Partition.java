package org.sqlvm.engine.vector.cache;

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
 * A partition that is being read: pages with its rows, and their decoder. The connection's thread
 * adds pages, then one thread decodes them, and the connection's thread does what is left.
 */
final class Partition {
    private final PartitionDecoder decoder;

    /** Set to the number of rows if there is no room for more bytes. */
    private int rowsMax;

    /** How many bytes of rows there is room for. */
    private long bytesLeft;

    /** The pages that have not been decoded. */
    private final ArrayDeque<PageImage> images = new ArrayDeque<>();

    /** The pages that have been decoded. */
    private final List<PageImage> used = new ArrayList<>();

    /** The next cell of the first page. */
    private int cell;

    private int rows;

    /** The error that the next page could not be read for. */
    private SqlException failure;

    /** The error that has ended the decoding in a helper. */
    private Throwable thrown;

    private Chunk[] chunks;

    /** The task of a helper; null if this thread decodes. */
    private Workers.Task task;

    /** @param bytesMax a page is the last one if its rows reach this size */
    Partition(PartitionDecoder decoder, int rowsMax, long bytesMax) {
        this.decoder = decoder;
        this.rowsMax = rowsMax;
        bytesLeft = bytesMax;
    }

    /** The number of rows that it has room for. */
    int room() {
        return rowsMax - rows;
    }

    /** The number of rows in the pages so far. */
    int rows() {
        return rows;
    }

    PartitionDecoder decoder() {
        return decoder;
    }

    /**
     * As the columns: the chunks; null for columns that are not read, and before {@link #complete}.
     */
    Chunk[] chunks() {
        return chunks;
    }

    /**
     * Adds the wanted rows of a page.
     *
     * @param bytes the size of its rows
     */
    void add(PageImage image, long bytes) {
        if (images.isEmpty()) {
            cell = image.first();
        }
        assert image.end() - image.first() <= room() : image.end();
        images.add(image);
        rows += image.end() - image.first();
        bytesLeft -= bytes;
        if (bytesLeft <= 0) {
            rowsMax = rows;
        }
    }

    /** Ends the pages with an error that comes behind the rows. */
    void setFailure(SqlException error) {
        failure = error;
    }

    /** Lets a helper decode, unless this thread does so first. */
    void begin(Workers workers) {
        task = workers.begin(() -> run(workers::poll));
    }

    /** Takes the work away from the helpers; false if one has begun. */
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

    /** Waits until no helper decodes or will. */
    void await() {
        if (task != null) {
            task.await();
            task = null;
        }
    }

    /**
     * Decodes as much as any thread can. Errors show in {@link #complete}.
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

    /** Decodes the pages up to one that only the connection's thread can go on with. */
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

    /** Decodes the pages so far, in the connection's thread. */
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

    /** Makes the chunks, unless a helper has; all pages have been added. */
    void complete(RowPages pages, Runnable poll) {
        decode(pages, poll);
        if (failure != null) {
            throw failure;
        }
        assert images.isEmpty() && task == null;
        if (chunks == null) {
            chunks = decoder.finish();
        }
    }

    /** Moves the pages that have been decoded to {@code target}. */
    void giveUsed(ArrayDeque<PageImage> target) {
        target.addAll(used);
        used.clear();
    }
}
