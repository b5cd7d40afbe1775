package org.sqlvm.engine.btree;

import org.sqlvm.engine.file.BigEndian;
import org.sqlvm.engine.pager.HeaderBytes;
import org.sqlvm.engine.pager.Pager;

/**
 * The first 100 bytes of a database file (file-format section 1.3), as the current transaction sees
 * them. A database of zero bytes has the values that its first write would give it, and no pages.
 *
 * @param reservedBytes unused bytes at the end of each page
 * @param pageCount as SQLite determines it: the header's count if it is valid, else the file's size
 * @param textEncoding 1 UTF-8, 2 UTF-16LE, 3 UTF-16BE
 * @param writeLibraryVersion SQLITE_VERSION_NUMBER of the last writer
 * @param dataVersion changes whenever another connection has changed the database
 */
public record DatabaseHeader(
        int pageSize,
        int writeFormat,
        int readFormat,
        int reservedBytes,
        long fileChangeCounter,
        long pageCount,
        long freelistPageCount,
        long schemaCookie,
        int schemaFormat,
        long defaultCacheSize,
        long autovacuumTopRoot,
        int textEncoding,
        long userVersion,
        boolean incrementalVacuum,
        long applicationId,
        long versionValidFor,
        long writeLibraryVersion,
        long dataVersion) {
    /** Needs a transaction. */
    static DatabaseHeader of(Pager<TreePage> pager) {
        byte[] bytes = new byte[HeaderBytes.SIZE];
        if (pager.pageCount() > 0) {
            System.arraycopy(pager.get(1).data, 0, bytes, 0, bytes.length);
        } else {
            bytes[18] = 1;
            bytes[19] = 1;
        }
        return new DatabaseHeader(
                pager.pageSize(),
                bytes[18] & 0xff,
                bytes[19] & 0xff,
                HeaderBytes.reservedBytes(bytes),
                BigEndian.getU32(bytes, HeaderBytes.CHANGE_COUNTER),
                pager.pageCount(),
                BigEndian.getU32(bytes, Meta.FREELIST_COUNT.offset),
                BigEndian.getU32(bytes, Meta.SCHEMA_COOKIE.offset),
                BigEndian.getInt(bytes, Meta.SCHEMA_FORMAT.offset),
                BigEndian.getU32(bytes, Meta.DEFAULT_CACHE_SIZE.offset),
                BigEndian.getU32(bytes, Meta.LARGEST_ROOT_PAGE.offset),
                BigEndian.getInt(bytes, Meta.TEXT_ENCODING.offset),
                BigEndian.getU32(bytes, Meta.USER_VERSION.offset),
                BigEndian.getInt(bytes, Meta.INCREMENTAL_VACUUM.offset) != 0,
                BigEndian.getU32(bytes, Meta.APPLICATION_ID.offset),
                BigEndian.getU32(bytes, HeaderBytes.VERSION_VALID_FOR),
                BigEndian.getU32(bytes, HeaderBytes.LIBRARY_VERSION),
                pager.dataVersion());
    }
}
