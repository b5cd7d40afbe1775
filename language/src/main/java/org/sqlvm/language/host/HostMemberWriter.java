package org.sqlvm.language.host;

import org.sqlvm.api.SqlvmException;
import org.sqlvm.engine.data.RecordEncoder;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.language.database.MemberColumns;
import org.sqlvm.language.statement.RowInsertion;

import java.util.function.Consumer;

/** Makes records of rows each of which has members of its own, and columns for those members. */
final class HostMemberWriter implements HostRowWriter {
    private final HostMemberReader reader;
    private final MemberColumns columns;
    private final boolean creates;
    private final Object first;

    /** Runs work inside of the context. */
    private final Consumer<Runnable> inside;

    private final MemberColumns.Writer writer;

    private RowInsertion insertion;

    /**
     * @param creates the table is made if there is none
     * @param first the first row
     */
    HostMemberWriter(
            HostMemberReader reader, boolean creates, Object first, Consumer<Runnable> inside) {
        this.reader = reader;
        this.columns = reader.columns();
        this.creates = creates;
        this.first = first;
        this.inside = inside;
        writer = reader.isJson() ? MemberColumns.Writer.OF_SQL : new JavaValues();
    }

    @Override
    public RowInsertion begin() {
        attempt(1, () -> reader.begin(first, 1));
        insertion = columns.open(creates);
        return insertion;
    }

    @Override
    public void encode(Object row, long number) {
        attempt(number, () -> reader.begin(row, number));
        if (!columns.isComplete()) {
            inside.accept(insertion::flush);
            inside.accept(columns::extend);
            attempt(number, () -> reader.beginAgain(row, number));
        }
        if (columns.isComputing()) {
            attempt(number, () -> inside.accept(() -> columns.write(writer)));
        } else {
            attempt(number, () -> columns.write(writer));
        }
    }

    private void attempt(long number, Runnable work) {
        try {
            work.run();
        } catch (SqlException error) {
            throw failed(number, error.code(), error);
        } catch (SqlvmException error) {
            throw failed(number, error.code(), error);
        } catch (RuntimeException error) {
            throw failed(number, ResultCode.ERROR, error);
        }
    }

    private SqlvmException failed(long number, int code, RuntimeException cause) {
        String member = reader.current() == null ? columns.current() : reader.current();
        String what = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        String where = "row " + number + (member == null ? "" : ", " + member);
        return new SqlvmException(where + ": " + what, code, -1, cause);
    }

    /** Java's values. */
    private static final class JavaValues implements MemberColumns.Writer {
        @Override
        public void add(RecordEncoder record, Object value) {
            if (JavaJson.isStructure(value)) {
                record.add(JavaJson.text(value));
            } else {
                HostRowEncoder.add(record, value);
            }
        }

        @Override
        public void setRowid(RecordEncoder record, Object value) {
            record.setRowid(HostRowEncoder.value(value));
        }
    }
}
