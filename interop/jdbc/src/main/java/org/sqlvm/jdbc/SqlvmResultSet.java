package org.sqlvm.jdbc;

import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.jdbc.error.Errors;
import org.sqlvm.jdbc.settings.DateSettings;
import org.sqlvm.jdbc.value.BytesBlob;
import org.sqlvm.jdbc.value.Temporals;
import org.sqlvm.jdbc.value.TextClob;
import org.sqlvm.jdbc.value.TextXml;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Calendar;
import java.util.HashMap;
import java.util.Map;

/**
 * The rows of a query, read forward. A getter calls that of {@link Rows} with the column's number
 * from 0. Misuse (a closed result set, no current row, no such column) is examined only after that
 * call has failed, so that a loop over rows does not pay for checks.
 */
class SqlvmResultSet extends LabelledResultSet {
    final SqlvmStatement statement;
    private final Rows rows;
    private final DateSettings dates;
    /** Whether misuse that sqlite-jdbc ignores is an error. */
    private final boolean strict;
    /** Numbers of the columns that have been asked for by label; made when one is. */
    private Map<String, Integer> numbers;

    /** The maximum number of rows. */
    private final long rowCountMax;

    /** Rows that have been moved to: the current one's number, from 1; 0 before the first. */
    long rowNumber;

    private int lastColumn;
    /** Whether the position is after the last row. */
    boolean finished;

    /** The first row has been read, and {@link #next} has not been called. */
    private boolean peeked;

    private volatile boolean closed;
    private int fetchSize;

    /** @param statement whose result it is */
    SqlvmResultSet(SqlvmStatement statement, Rows rows, DateSettings dates, long maxRows) {
        this(statement, rows, dates, maxRows, statement.connection.isStrict());
    }

    /**
     * Makes a result set of rows that need not come from a statement.
     *
     * @param statement null for generated keys, and for a result of DatabaseMetaData
     * @param strict whether misuse that sqlite-jdbc ignores is an error
     */
    SqlvmResultSet(
            SqlvmStatement statement, Rows rows, DateSettings dates, long maxRows, boolean strict) {
        this.statement = statement;
        this.strict = strict;
        this.rows = rows;
        this.dates = dates;
        this.rowCountMax = maxRows == 0 ? Long.MAX_VALUE : maxRows;
    }

    final Rows rows() {
        return rows;
    }

    @Override
    public boolean next() throws SQLException {
        try {
            if (rowNumber < rowCountMax && (peeked || rows.next())) {
                peeked = false;
                rowNumber++;
                return true;
            }
        } catch (RuntimeException e) {
            throw statement == null ? new SQLException(e) : statement.failed(e);
        }
        return end();
    }

    private boolean end() throws SQLException {
        if (closed && !strict) {
            return false;
        }
        checkOpen();
        if (!finished) {
            finished = true;
            rows.close();
            if (statement != null) {
                statement.exhausted();
            }
        }
        return false;
    }

    final void checkOpen() throws SQLException {
        if (closed) {
            throw Errors.closed("result set");
        }
    }

    /** Whether a getter that has failed is to be tried again, on the first row. */
    private boolean peeked(int column, RuntimeException error) throws SQLException {
        if (column < 1 || column > rows.columnCount() || peeked) {
            return false;
        }
        try {
            return peek();
        } catch (RuntimeException e) {
            error.addSuppressed(e);
            throw failure(column, e);
        }
    }

    /** Returns the exception for a getter that has failed. */
    private SQLException failure(int column, RuntimeException error) throws SQLException {
        checkOpen();
        if (column < 1 || column > rows.columnCount()) {
            return new SQLException(
                    "column " + column + " of " + rows.columnCount(), "07009", 25, error);
        }
        if (rowNumber == 0) {
            return new SQLException("before the first row: next() has not been called", "24000");
        }
        if (finished) {
            return new SQLException("after the last row", "24000");
        }
        return error instanceof SqlvmException e ? engineError(e) : new SQLException(error);
    }

    private SQLException engineError(SqlvmException error) {
        return statement == null ? Errors.of(error) : statement.connection.error(error);
    }

    /**
     * Moves to the first row before {@link #next} is called, as sqlite-jdbc does when it runs the
     * query; {@link #next} then stays on it.
     *
     * @return whether there is a row to read now
     */
    private boolean peek() {
        if (rowNumber == 0 && !peeked && !finished && !closed && mayPeek()) {
            peeked = rows.next();
        }
        return peeked;
    }

    /** Whether the first row can be read before {@link #next} is called. */
    boolean mayPeek() {
        return !strict;
    }

    /** The column's number in {@link Rows}; the value that is read next is that of this column. */
    private int index(int column) {
        lastColumn = column;
        return column - 1;
    }

    /**
     * Returns the column's number from 0 after a check, for getters that cost more than the check.
     */
    private int checked(int column) throws SQLException {
        try {
            if (rowNumber == 0) {
                peek();
            }
            rows.isNull(index(column));
            return column - 1;
        } catch (RuntimeException e) {
            throw failure(column, e);
        }
    }

    @Override
    public boolean wasNull() throws SQLException {
        checkOpen();
        if (lastColumn == 0) {
            throw new SQLException("no column has been read", "24000");
        }
        return !finished && (rowNumber > 0 || peeked) && rows.isNull(lastColumn - 1);
    }

    @Override
    public int findColumn(String columnLabel) throws SQLException {
        if (numbers == null) {
            numbers = new HashMap<>();
        }
        Integer known = numbers.get(columnLabel);
        if (known != null) {
            return known;
        }
        checkOpen();
        for (int i = 0; i < rows.columnCount(); i++) {
            if (rows.columnName(i).equalsIgnoreCase(columnLabel)) {
                numbers.put(columnLabel, i + 1);
                return i + 1;
            }
        }
        throw new SQLException("no such column: " + columnLabel, "42S22");
    }

    @Override
    public String getString(int column) throws SQLException {
        try {
            return rows.getText(index(column));
        } catch (RuntimeException e) {
            if (peeked(column, e)) {
                return rows.getText(column - 1);
            }
            throw failure(column, e);
        }
    }

    @Override
    public long getLong(int column) throws SQLException {
        try {
            return rows.getLong(index(column));
        } catch (RuntimeException e) {
            if (peeked(column, e)) {
                return rows.getLong(column - 1);
            }
            throw failure(column, e);
        }
    }

    @Override
    public double getDouble(int column) throws SQLException {
        try {
            return rows.getDouble(index(column));
        } catch (RuntimeException e) {
            if (peeked(column, e)) {
                return rows.getDouble(column - 1);
            }
            throw failure(column, e);
        }
    }

    @Override
    public int getInt(int column) throws SQLException {
        long value = getLong(column);
        if (value != (int) value) {
            throw Errors.outOfRange(value, "int");
        }
        return (int) value;
    }

    @Override
    public short getShort(int column) throws SQLException {
        long value = getLong(column);
        if (value != (short) value) {
            throw Errors.outOfRange(value, "short");
        }
        return (short) value;
    }

    @Override
    public byte getByte(int column) throws SQLException {
        long value = getLong(column);
        if (value != (byte) value) {
            throw Errors.outOfRange(value, "byte");
        }
        return (byte) value;
    }

    @Override
    public float getFloat(int column) throws SQLException {
        return (float) getDouble(column);
    }

    /** True for a number other than 0, and for the text {@code true}. */
    @Override
    public boolean getBoolean(int column) throws SQLException {
        int index = checked(column);
        try {
            return rows.getBoolean(index)
                    || (rows.type(index) == Rows.Type.TEXT
                            && rows.getText(index).equalsIgnoreCase("true"));
        } catch (RuntimeException e) {
            throw failure(column, e);
        }
    }

    @Override
    public BigDecimal getBigDecimal(int column) throws SQLException {
        String text = getString(column);
        try {
            return text == null ? null : new BigDecimal(text.strip());
        } catch (NumberFormatException e) {
            throw Errors.badValue(text, "BigDecimal", e);
        }
    }

    @Override
    @Deprecated
    public BigDecimal getBigDecimal(int column, int scale) throws SQLException {
        BigDecimal value = getBigDecimal(column);
        return value == null ? null : value.setScale(scale, RoundingMode.HALF_UP);
    }

    @Override
    public byte[] getBytes(int column) throws SQLException {
        try {
            return rows.getBlob(index(column));
        } catch (RuntimeException e) {
            if (peeked(column, e)) {
                return rows.getBlob(column - 1);
            }
            throw failure(column, e);
        }
    }

    private Instant instant(int column, Calendar calendar) throws SQLException {
        return Temporals.instant(rows, checked(column), Temporals.zone(calendar), dates);
    }

    private <T> T time(
            int column,
            Calendar calendar,
            java.util.function.Function<Instant, T> maker,
            String type)
            throws SQLException {
        Instant instant = instant(column, calendar);
        try {
            return instant == null ? null : maker.apply(instant);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw Errors.badValue(getString(column), type, e); // It is too far away.
        }
    }

    @Override
    public Date getDate(int column, Calendar calendar) throws SQLException {
        return time(column, calendar, instant -> new Date(instant.toEpochMilli()), "Date");
    }

    @Override
    public Time getTime(int column, Calendar calendar) throws SQLException {
        return time(column, calendar, instant -> new Time(instant.toEpochMilli()), "Time");
    }

    @Override
    public Timestamp getTimestamp(int column, Calendar calendar) throws SQLException {
        return time(column, calendar, instant -> Timestamp.from(instant), "Timestamp");
    }

    @Override
    public Date getDate(int column) throws SQLException {
        return getDate(column, null);
    }

    @Override
    public Time getTime(int column) throws SQLException {
        return getTime(column, null);
    }

    @Override
    public Timestamp getTimestamp(int column) throws SQLException {
        return getTimestamp(column, null);
    }

    /** An Integer where the number fits into one, else a Long; Double, String, byte[], null. */
    @Override
    public Object getObject(int column) throws SQLException {
        int index = checked(column);
        try {
            Object value = rows.getObject(index);
            if (value instanceof Long number && number == number.intValue()) {
                return number.intValue();
            }
            return value;
        } catch (RuntimeException e) {
            throw failure(column, e);
        }
    }

    @Override
    public <T> T getObject(int column, Class<T> type) throws SQLException {
        if (type == null) {
            throw Errors.invalid("no type to convert to");
        }
        checked(column);
        return type.cast(Conversions.get(this, column, type, dates));
    }

    @Override
    public InputStream getBinaryStream(int column) throws SQLException {
        byte[] bytes = getBytes(column);
        return bytes == null ? null : new ByteArrayInputStream(bytes);
    }

    @Override
    public InputStream getAsciiStream(int column) throws SQLException {
        String text = getString(column);
        return text == null
                ? null
                : new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    @Deprecated
    public InputStream getUnicodeStream(int column) throws SQLException {
        return getBinaryStream(column);
    }

    @Override
    public Reader getCharacterStream(int column) throws SQLException {
        String text = getString(column);
        return text == null ? null : new StringReader(text);
    }

    @Override
    public Reader getNCharacterStream(int column) throws SQLException {
        return getCharacterStream(column);
    }

    @Override
    public String getNString(int column) throws SQLException {
        return getString(column);
    }

    @Override
    public Blob getBlob(int column) throws SQLException {
        byte[] bytes = getBytes(column);
        return bytes == null ? null : new BytesBlob(bytes);
    }

    @Override
    public Clob getClob(int column) throws SQLException {
        return getNClob(column);
    }

    @Override
    public NClob getNClob(int column) throws SQLException {
        String text = getString(column);
        return text == null ? null : new TextClob(text);
    }

    @Override
    public SQLXML getSQLXML(int column) throws SQLException {
        String text = getString(column);
        return text == null ? null : new TextXml(text);
    }

    @Override
    public URL getURL(int column) throws SQLException {
        String text = getString(column);
        try {
            return text == null ? null : URI.create(text).toURL();
        } catch (MalformedURLException | IllegalArgumentException e) {
            throw Errors.badValue(text, "URL", e);
        }
    }

    @Override
    public ResultSetMetaData getMetaData() throws SQLException {
        checkOpen();
        return SqlvmResultSetMetaData.of(statement == null ? null : statement.connection, rows);
    }

    @Override
    public boolean isBeforeFirst() throws SQLException {
        checkOpen();
        return rowNumber == 0 && !finished && (peeked || rows.firstType(0) != null);
    }

    @Override
    public boolean isFirst() throws SQLException {
        checkOpen();
        return rowNumber == 1 && !finished;
    }

    @Override
    public boolean isAfterLast() throws SQLException {
        checkOpen();
        return finished && rowNumber > 0;
    }

    @Override
    public int getRow() throws SQLException {
        checkOpen();
        return finished ? 0 : (int) rowNumber;
    }

    @Override
    public Statement getStatement() throws SQLException {
        checkOpen();
        return statement;
    }

    @Override
    public int getType() throws SQLException {
        checkOpen();
        return ResultSet.TYPE_FORWARD_ONLY;
    }

    @Override
    public int getConcurrency() throws SQLException {
        checkOpen();
        return ResultSet.CONCUR_READ_ONLY;
    }

    @Override
    public int getHoldability() throws SQLException {
        checkOpen();
        return statement == null
                ? ResultSet.HOLD_CURSORS_OVER_COMMIT
                : statement.getResultSetHoldability();
    }

    @Override
    public void setFetchDirection(int direction) throws SQLException {
        checkOpen();
        if (direction != ResultSet.FETCH_FORWARD) {
            throw Errors.notSupported("a fetch direction other than forward");
        }
    }

    @Override
    public int getFetchDirection() throws SQLException {
        checkOpen();
        return ResultSet.FETCH_FORWARD;
    }

    /** A hint that is not taken: rows come in batches of a size that suits them. */
    @Override
    public void setFetchSize(int rowCount) throws SQLException {
        checkOpen();
        if (rowCount < 0) {
            throw Errors.invalid("the fetch size is negative: " + rowCount);
        }
        fetchSize = rowCount;
    }

    @Override
    public int getFetchSize() throws SQLException {
        checkOpen();
        return fetchSize;
    }

    @Override
    public SQLWarning getWarnings() throws SQLException {
        checkOpen();
        return null;
    }

    @Override
    public void clearWarnings() throws SQLException {
        checkOpen();
    }

    @Override
    public void close() throws SQLException {
        if (closed) {
            return;
        }
        closed = true;
        try {
            rows.close();
        } catch (SqlvmException e) {
            throw engineError(e);
        } finally {
            if (statement != null) {
                statement.closed(this);
            }
        }
    }

    @Override
    public boolean isClosed() throws SQLException {
        return closed;
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return type == Rows.class ? type.cast(rows) : Wrapped.unwrap(this, type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return type == Rows.class || type.isInstance(this);
    }
}
