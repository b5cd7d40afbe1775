package org.sqlvm.api;

/**
 * The fields of the database header (file-format section 1.3), and counts of the schema's entries.
 *
 * @param textEncoding 1 for UTF-8, 2 for UTF-16LE, 3 for UTF-16BE, as in the header
 */
public record FileInfo(
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
        boolean incrementalVacuum,
        int textEncoding,
        long userVersion,
        long applicationId,
        long softwareVersion,
        long dataVersion,
        int tableCount,
        int indexCount,
        int triggerCount,
        int viewCount,
        long schemaSize) {}
