package org.sqlvm.engine.virtual.tokens;

/** Reads and writes characters as SQLite does, also those of damaged UTF-8. */
final class Characters {
    private static final int REPLACEMENT = 0xFFFD;
    private static final int LEAD = 0xC0;
    private static final int CONTINUATION = 0x80;
    /** Bits that tell a continuation from other bytes. */
    private static final int KIND = 0xC0;

    private final byte[] text;
    private final int end;
    private int position;

    Characters(byte[] text, int start, int length) {
        this.text = text;
        this.position = start;
        this.end = start + length;
    }

    boolean atEnd() {
        return position >= end;
    }

    /** Index in the array of the next character. */
    int position() {
        return position;
    }

    /** Goes to a character. */
    void goTo(int to) {
        position = to;
    }

    /**
     * Reads a character: any sequence of continuation bytes follows its first byte. What is out of
     * Unicode is given as it is, which may be negative.
     */
    int next() {
        int code = text[position++] & 0xFF;
        if (code < LEAD) {
            return code;
        }
        code = leadBits(code);
        while (position < end && (text[position] & KIND) == CONTINUATION) {
            code = (code << 6) + (text[position++] & 0x3F);
        }
        boolean bad = (code >= 0 && code < 0x80)
                || (code & 0xFFFFF800) == 0xD800
                || (code & 0xFFFFFFFE) == 0xFFFE;
        return bad ? REPLACEMENT : code;
    }

    private static int leadBits(int lead) {
        if (lead < 0xE0) {
            return lead & 0x1F;
        }
        if (lead < 0xF0) {
            return lead & 0x0F;
        }
        if (lead < 0xF8) {
            return lead & 0x07;
        }
        return lead < 0xFC ? lead & 0x03 : lead == 0xFD ? 1 : 0;
    }

    /**
     * Writes a character.
     *
     * @param out has at least four bytes left
     * @return index behind it
     */
    static int write(byte[] out, int at, int code) {
        int i = at;
        if (code >= 0 && code < 0x80) {
            out[i++] = (byte) code;
        } else if (code >= 0 && code < 0x800) {
            out[i++] = (byte) (0xC0 + (code >> 6));
            out[i++] = (byte) (0x80 + (code & 0x3F));
        } else if (code >= 0 && code < 0x10000) {
            out[i++] = (byte) (0xE0 + (code >> 12));
            out[i++] = (byte) (0x80 + (code >> 6 & 0x3F));
            out[i++] = (byte) (0x80 + (code & 0x3F));
        } else {
            out[i++] = (byte) (0xF0 + (code >> 18 & 0x07));
            out[i++] = (byte) (0x80 + (code >> 12 & 0x3F));
            out[i++] = (byte) (0x80 + (code >> 6 & 0x3F));
            out[i++] = (byte) (0x80 + (code & 0x3F));
        }
        return i;
    }
}
