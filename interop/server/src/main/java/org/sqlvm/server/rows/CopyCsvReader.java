package org.sqlvm.server.rows;

import org.sqlvm.server.value.PgType;

import java.util.List;

/** The form CSV of COPY: values that may stand in quotes, with line ends in them. */
public final class CopyCsvReader extends CopyReader {
    private final CopyStream in;
    private final CopyFields fields;
    private final CopyFields header;
    private final CopyOptions options;
    private boolean isFirst = true;

    public CopyCsvReader(CopyStream in, List<PgType> types, CopyOptions options) {
        this.in = in;
        this.options = options;
        this.fields = new CopyFields(types, options.nullBytes());
        List<PgType> texts = types.stream().map(type -> PgType.TEXT).toList();
        this.header = new CopyFields(texts, options.nullBytes());
    }

    @Override
    Object[] next() {
        if (isFirst && options.hasHeader() && in.peek() != CopyStream.END) {
            row(header);
        }
        isFirst = false;
        return in.peek() == CopyStream.END ? null : row(fields);
    }

    /** Null at the line that ends the data. */
    private Object[] row(CopyFields target) {
        target.beginRow();
        boolean isQuoted = false;
        while (true) {
            int next = in.read();
            if (next == '\r' && in.peek() == '\n') {
                next = in.read();
            }
            boolean isEnd = next == '\n' || next == CopyStream.END;
            if (isEnd && !isQuoted && target.is("\\.")) {
                return null;
            }
            if (isEnd || next == options.delimiter()) {
                target.endValue(!isQuoted && target.isNull());
                isQuoted = false;
                if (isEnd) {
                    return target.endRow();
                }
            } else if (next == options.quote()) {
                isQuoted = true;
                quoted(target);
            } else {
                target.append(next);
            }
        }
    }

    /** Up to the quote that ends the quoted part of a value. */
    private void quoted(CopyFields target) {
        while (true) {
            int next = in.read();
            if (next == CopyStream.END) {
                throw bad("unterminated CSV quoted field");
            }
            if (next == options.escape() && isEscapable(in.peek())) {
                target.append(in.read());
            } else if (next == options.quote()) {
                return;
            } else {
                target.append(next);
            }
        }
    }

    private boolean isEscapable(int next) {
        return next == options.quote() || next == options.escape();
    }
}
