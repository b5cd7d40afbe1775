package org.sqlvm.engine.pager;

import java.nio.ByteBuffer;

/**
 * What a read transaction sees, so that connections of this process can compare it: of two equal
 * ones of the same file all pages are the same.
 *
 * <p>Without a log, the change counter identifies the content, as each commit counts it. The time
 * of the last write is compared, too, in case a program has copied another database over the file.
 *
 * <p>With a log, the change counter says nothing. The wal-index header identifies the frames of the
 * log by their number, salts and checksums, and so the content for as long as this is the
 * database's log. That it is, the connections of this process see to: each holds SHARED while it
 * has the wal-index open, so the log is not taken away until the last of them has closed it. If it
 * is opened again, that is another {@code log}.
 *
 * @param log {@link org.sqlvm.engine.file.WalIndexFile#identity}; null without a log
 * @param content counters, salts and checksums
 */
public record Snapshot(Object log, ByteBuffer content) {}
