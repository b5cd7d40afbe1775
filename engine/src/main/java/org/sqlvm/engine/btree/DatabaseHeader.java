package org.sqlvm.engine.btree;

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
        long dataVersion) {}
