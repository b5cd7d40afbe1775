package org.sqlvm.engine.virtual.fts5.index;

/**
 * The rows that have a term, or a term with a prefix, in ascending or descending order of rowids.
 * It stands on the first one from the start. Any write to the index ends it.
 *
 * <p>All of its methods throw SqlException with SQLITE_CORRUPT_VTAB if a record is damaged.
 */
public interface TermRows extends AutoCloseable {
    /** Whether it stands behind the last row; nothing else may be asked then. */
    boolean atEnd();

    /** The row's rowid. */
    long rowid();

    /** Goes to the next row. */
    void next();

    /**
     * Goes to the first row, in the order of the iteration, that is not before this rowid; at least
     * to where it stands.
     */
    void seek(long rowid);

    /**
     * Goes on by rows with positions; not with detail=none.
     *
     * @param limit how many, at least 1
     * @return how many it has gone on by; fewer at the end
     */
    default int skip(int limit) {
        int count = 0;
        while (count < limit) {
            next();
            if (atEnd()) {
                break;
            }
            count += positionsLength() > 0 ? 1 : 0;
        }
        return count;
    }

    /**
     * Array of the row's positions, valid until the next move. With detail=full, as
     * {@link PositionReader} reads them; with detail=columns the columns, each as a varint, 2 more
     * than the difference to the one before; with detail=none there are none. Columns that were not
     * asked for are left out.
     */
    byte[] positions();

    /** Where in {@link #positions} they start. */
    int positionsStart();

    /** Their length in bytes. */
    int positionsLength();

    /** The term; of scans over terms only. First the byte of the index, then the token. */
    byte[] term();

    /**
     * The whole token of an instance of a term of a prefix query or with tokendata.
     *
     * @param token the token as in the query
     * @return the token as in the text, without the byte of the index; null if it is not known
     */
    byte[] instanceToken(byte[] token, long rowid, int column, int offset);

    /** Forgets the tokens of instances that are known. */
    void clearTokens();

    /** Adds a token of an instance, as tokenizing the row gives it. */
    void addToken(byte[] token, long rowid, int column, int offset);

    @Override
    void close();
}
