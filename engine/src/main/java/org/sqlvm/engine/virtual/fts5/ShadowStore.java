package org.sqlvm.engine.virtual.fts5;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.virtual.fts5.index.IndexStore;
import org.sqlvm.engine.virtual.module.ModuleHost;
import org.sqlvm.engine.virtual.shadow.ShadowKeys;
import org.sqlvm.engine.virtual.shadow.ShadowRows;

import java.util.Arrays;

/** The index of a full-text table in the tables {@code %_data} and {@code %_idx}. */
final class ShadowStore implements IndexStore {
    private final ModuleHost host;
    private final TableConfig config;
    private final Settings settings;

    /** The blocks that are read; null before they are opened. */
    private ShadowRows blocks;

    /** The last {@link #blocks}, closed or not. */
    private ShadowRows lastBlocks;

    private ShadowRows writtenBlocks;
    private ShadowKeys pages;
    /** The last {@link #pages}, closed or not. */
    private ShadowKeys lastPages;

    private ShadowKeys writtenPages;

    ShadowStore(ModuleHost host, TableConfig config, Settings settings) {
        this.host = host;
        this.config = config;
        this.settings = settings;
    }

    private static SqlException missing() {
        return new SqlException(ResultCode.CORRUPT, "database disk image is malformed");
    }

    private ShadowRows openBlocks(boolean writable, ShadowRows before) {
        ShadowRows rows =
                ShadowRows.open(host, config.database(), config.shadow("data"), writable, before);
        if (rows == null && writable) {
            throw missing();
        }
        return rows;
    }

    private ShadowKeys openPages(boolean writable, ShadowKeys before) {
        ShadowKeys rows =
                ShadowKeys.open(host, config.database(), config.shadow("idx"), writable, before);
        if (rows == null) {
            throw missing();
        }
        return rows;
    }

    private ShadowRows writtenBlocks() {
        if (writtenBlocks == null) {
            writtenBlocks = openBlocks(true, null);
        }
        return writtenBlocks;
    }

    private ShadowKeys pages() {
        if (pages == null) {
            pages = openPages(false, lastPages);
            lastPages = pages;
        }
        return pages;
    }

    private ShadowKeys writtenPages() {
        if (writtenPages == null) {
            writtenPages = openPages(true, null);
        }
        return writtenPages;
    }

    private ShadowRows blocks() {
        if (blocks == null) {
            blocks = openBlocks(false, lastBlocks);
            lastBlocks = blocks;
        }
        return blocks;
    }

    @Override
    public long blocksVersion() {
        return blocks() == null ? UNKNOWN : blocks.version();
    }

    @Override
    public long pagesVersion() {
        return pages().version();
    }

    @Override
    public byte[] read(long id) {
        if (blocks() == null || !blocks.seek(id)) {
            return null;
        }
        if (!(blocks.value(1) instanceof Bytes bytes)) {
            return null;
        }
        byte[] block = new byte[bytes.length + PADDING];
        System.arraycopy(bytes.array, bytes.offset, block, 0, bytes.length);
        return block;
    }

    @Override
    public void write(long id, byte[] data, int length) {
        writtenBlocks().putBlob(id, data, length);
    }

    @Override
    public void overwrite(long id, byte[] data, int length) {
        writtenBlocks().overwriteBlob(id, data, length);
    }

    @Override
    public void delete(long firstId, long lastId) {
        ShadowRows rows = writtenBlocks();
        while (rows.seekFrom(firstId) && rows.rowid() <= lastId) {
            rows.delete(rows.rowid());
        }
    }

    private static Blob term(byte[] term, int length) {
        return new Blob(term, 0, length);
    }

    @Override
    public int findPage(int segment, byte[] term, int length) {
        ShadowKeys rows = pages();
        boolean found = rows.seekUpTo((long) segment, term(term, length));
        return found && isOf(rows, segment) ? (int) Casts.toLong(rows.value(2)) : 0;
    }

    private static boolean isOf(ShadowKeys rows, int segment) {
        return rows.value(0) instanceof Long number && number == segment;
    }

    @Override
    public void insertPage(int segment, byte[] term, int length, int pgno) {
        writtenPages().put((long) segment, Blob.of(Arrays.copyOf(term, length)), (long) pgno);
    }

    @Override
    public void deletePages(int segment) {
        ShadowKeys rows = writtenPages();
        while (rows.seekFrom((long) segment, Blob.EMPTY) && isOf(rows, segment)) {
            rows.delete();
        }
    }

    @Override
    public void deletePage(int segment, int page) {
        ShadowKeys rows = writtenPages();
        boolean more = rows.seekFrom((long) segment, Blob.EMPTY);
        while (more && isOf(rows, segment)) {
            if (Casts.toLong(rows.value(2)) >> 1 == page) {
                rows.delete((long) segment, rows.value(1));
                more = rows.seekFrom((long) segment, Blob.EMPTY);
            } else {
                more = rows.next();
            }
        }
    }

    @Override
    public void forEachPage(int segment, PageVisitor visitor) {
        ShadowKeys rows = pages();
        boolean more = rows.seekFrom((long) segment, Blob.EMPTY);
        while (more && isOf(rows, segment)) {
            byte[] term = rows.value(1) instanceof Bytes bytes ? bytes.toArray() : new byte[0];
            visitor.page(term, (int) Casts.toLong(rows.value(2)));
            more = rows.next();
        }
    }

    @Override
    public long dataVersion() {
        return host.database(config.database()).header().all().dataVersion();
    }

    @Override
    public void setVersion(int version) {
        settings.storeVersion(version);
    }

    /** Deletes all rows of both tables. */
    void clear() {
        closeReader();
        host.run("DELETE FROM " + config.quotedShadow("data"));
        host.run("DELETE FROM " + config.quotedShadow("idx"));
    }

    @Override
    public void closeReader() {
        if (blocks != null) {
            blocks.close();
            blocks = null;
        }
        if (writtenBlocks != null) {
            writtenBlocks.close();
            writtenBlocks = null;
        }
        if (pages != null) {
            pages.close();
            pages = null;
        }
        if (writtenPages != null) {
            writtenPages.close();
            writtenPages = null;
        }
    }
}
