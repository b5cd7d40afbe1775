package org.sqlvm.jdbc;

import org.sqlvm.jdbc.settings.DateSettings;

import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Rows that can be gone through in any order ({@code TYPE_SCROLL_INSENSITIVE}): a copy of the
 * result, made when the statement runs, which shows no later change.
 */
final class ScrollableResultSet extends SqlvmResultSet {
    private final ListRows list;
    private int direction = ResultSet.FETCH_FORWARD;

    ScrollableResultSet(SqlvmStatement statement, ListRows list, DateSettings dates) {
        super(statement, list, dates, 0);
        this.list = list;
    }

    /**
     * Moves to a row.
     *
     * @param number the row's number, from 1; a number out of range moves before the first or after
     *     the last row
     * @return whether there is such a row
     */
    private boolean move(long number) throws SQLException {
        checkOpen();
        int count = list.count();
        rowNumber = Math.clamp(number, 0, count + 1L);
        finished = rowNumber > count;
        list.seek((int) rowNumber - 1);
        return rowNumber > 0 && !finished;
    }

    /** No: before the first row is a position like any other, and sqlite-jdbc does not have it. */
    @Override
    boolean mayPeek() {
        return false;
    }

    @Override
    public boolean next() throws SQLException {
        return move(rowNumber + 1);
    }

    @Override
    public boolean previous() throws SQLException {
        return move(rowNumber - 1);
    }

    @Override
    public boolean first() throws SQLException {
        return move(1);
    }

    @Override
    public boolean last() throws SQLException {
        return move(list.count());
    }

    @Override
    public void beforeFirst() throws SQLException {
        move(0);
    }

    /** Moves after the last row; has no effect on a result without rows. */
    @Override
    public void afterLast() throws SQLException {
        move(list.count() == 0 ? 0 : list.count() + 1L);
    }

    @Override
    public boolean absolute(int row) throws SQLException {
        return move(row < 0 ? list.count() + 1L + row : row);
    }

    @Override
    public boolean relative(int rows) throws SQLException {
        return move(rowNumber + rows);
    }

    @Override
    public boolean isBeforeFirst() throws SQLException {
        checkOpen();
        return rowNumber == 0 && list.count() > 0;
    }

    @Override
    public boolean isAfterLast() throws SQLException {
        checkOpen();
        return finished && list.count() > 0;
    }

    @Override
    public boolean isLast() throws SQLException {
        checkOpen();
        return rowNumber > 0 && rowNumber == list.count();
    }

    @Override
    public int getType() throws SQLException {
        checkOpen();
        return ResultSet.TYPE_SCROLL_INSENSITIVE;
    }

    /** Kept, and not acted upon: all rows are there. */
    @Override
    public void setFetchDirection(int value) throws SQLException {
        checkOpen();
        StatementSettings.checkDirection(value);
        direction = value;
    }

    @Override
    public int getFetchDirection() throws SQLException {
        checkOpen();
        return direction;
    }
}
