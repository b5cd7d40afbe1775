package org.sqlvm.server.rows;

import org.sqlvm.server.message.BigEndian;
import org.sqlvm.server.message.MessageReader;
import org.sqlvm.server.value.ParameterValue;
import org.sqlvm.server.value.PgType;

import java.util.List;

/** The binary form of COPY. */
public final class CopyBinaryReader extends CopyReader {
    /** The number of columns that marks the end of the rows. */
    static final int END = -1;

    private static final byte[] SIGNATURE = {
        'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xff, '\r', '\n', 0
    };

    private final CopyStream in;
    private final List<PgType> types;
    private final byte[] number = new byte[Integer.BYTES];
    private boolean isFirst = true;

    public CopyBinaryReader(CopyStream in, List<PgType> types) {
        this.in = in;
        this.types = types;
    }

    static byte[] signature() {
        return SIGNATURE.clone();
    }

    @Override
    Object[] next() {
        if (isFirst) {
            isFirst = false;
            readHeader();
        }
        if (in.peek() == CopyStream.END) {
            return null;
        }
        read(number, Short.BYTES);
        int count = (short) BigEndian.SHORT.get(number, 0);
        if (count == END) {
            return null;
        }
        if (count != types.size()) {
            throw bad("row field count is " + count + ", expected " + types.size());
        }
        Object[] row = new Object[count];
        for (int i = 0; i < count; i++) {
            row[i] = value(types.get(i));
        }
        return row;
    }

    private void readHeader() {
        byte[] signature = new byte[SIGNATURE.length];
        read(signature, signature.length);
        if (!java.util.Arrays.equals(signature, SIGNATURE)) {
            throw bad("COPY file signature not recognized");
        }
        readInt();
        int extension = readInt();
        if (extension < 0) {
            throw bad("invalid COPY file header");
        }
        for (int i = 0; i < extension; i++) {
            in.read();
        }
    }

    private void read(byte[] target, int count) {
        if (!in.read(target, count)) {
            throw bad("unexpected EOF in COPY data");
        }
    }

    private int readInt() {
        read(number, Integer.BYTES);
        return (int) BigEndian.INT.get(number, 0);
    }

    private Object value(PgType type) {
        int length = readInt();
        if (length < 0) {
            return null;
        }
        byte[] bytes = in.take(length);
        if (bytes == null) {
            throw bad("unexpected EOF in COPY data");
        }
        return ParameterValue.ofBinary(MessageReader.of(bytes), type, length);
    }
}
