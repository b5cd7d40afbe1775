package org.sqlvm.server.rows;

import org.sqlvm.server.value.PgType;

import java.util.List;

/** The text form of COPY: lines of values with backslashes before what would end them. */
public final class CopyTextReader extends CopyReader {
    private static final int OCTAL_MAX = 3;
    private static final int HEX_MAX = 2;

    private final CopyStream in;
    private final CopyFields fields;
    private final CopyOptions options;
    private final boolean nullHasEscape;
    private boolean isFirst = true;
    private boolean hasEnded;

    public CopyTextReader(CopyStream in, List<PgType> types, CopyOptions options) {
        this.in = in;
        this.options = options;
        this.fields = new CopyFields(types, options.nullBytes());
        this.nullHasEscape = options.nullText().equals("\\N");
    }

    @Override
    Object[] next() {
        if (isFirst && options.hasHeader()) {
            skipLine();
        }
        isFirst = false;
        return hasEnded || in.peek() == CopyStream.END ? null : row();
    }

    private void skipLine() {
        int next = in.read();
        while (next != '\n' && next != CopyStream.END) {
            next = in.read();
        }
    }

    private Object[] row() {
        fields.beginRow();
        // Whether the value is \N, which means something else as text.
        boolean isNull = false;
        boolean hasEscape = false;
        while (true) {
            int next = in.read();
            if (next == '\r' && in.peek() == '\n') {
                next = in.read();
            }
            boolean isEnd = next == '\n' || next == CopyStream.END;
            if (isEnd || next == options.delimiter()) {
                fields.endValue(isNull || (!hasEscape && !nullHasEscape && fields.isNull()));
                isNull = false;
                hasEscape = false;
                if (isEnd) {
                    return fields.endRow();
                }
            } else if (next == '\\') {
                hasEscape = true;
                int escaped = in.read();
                if (escaped == '.' && fields.isEmpty()) {
                    hasEnded = true;
                    return null;
                }
                isNull = escaped == 'N' && nullHasEscape;
                if (!isNull) {
                    fields.append(unescape(escaped));
                }
            } else {
                fields.append(next);
            }
        }
    }

    private int unescape(int letter) {
        return switch (letter) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'v' -> 0x0b;
            case 'x' -> Character.digit(in.peek(), 16) < 0 ? letter : number(0, 16, HEX_MAX);
            case '0', '1', '2', '3', '4', '5', '6', '7' -> number(letter - '0', 8, OCTAL_MAX - 1);
            case CopyStream.END -> throw bad("end of data behind a backslash");
            default -> letter;
        };
    }

    private int number(int first, int base, int digitsMax) {
        int value = first;
        for (int i = 0; i < digitsMax; i++) {
            int digit = Character.digit(in.peek(), base);
            if (digit < 0) {
                break;
            }
            value = value * base + digit;
            in.read();
        }
        return value;
    }
}
