package org.sqlvm.engine.virtual.fts5.rank;

import org.sqlvm.api.search.MatchContext.TokenVisitor;

import java.io.ByteArrayOutputStream;

/** Copies a text, or some tokens of it, with marks around the instances of phrases. */
final class Highlighter implements TokenVisitor {
    private final byte[] text;
    private final byte[] open;
    private final byte[] close;
    private final Instances instances;
    private final int rangeStart;
    /** Number of the last token that is copied; -1 for all. */
    private final int rangeEnd;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    /** Number of the next token. */
    private int position;
    /** Index in the text up to which it has been copied. */
    private int copied;

    private boolean isOpen;

    Highlighter(
            byte[] text,
            byte[] open,
            byte[] close,
            Instances instances,
            int rangeStart,
            int rangeEnd) {
        this.text = text;
        this.open = open;
        this.close = close;
        this.instances = instances;
        this.rangeStart = rangeStart;
        this.rangeEnd = rangeEnd;
    }

    /** Adds bytes up to the first 0, where a string of C ends. */
    void append(byte[] bytes, int start, int end) {
        int to = start;
        while (to < end && bytes[to] != 0) {
            to++;
        }
        if (to > start) {
            out.write(bytes, start, to - start);
        }
    }

    void append(byte[] bytes) {
        append(bytes, 0, bytes.length);
    }

    private void copyTo(int end) {
        append(text, copied, end);
        copied = end;
    }

    private void open() {
        append(open);
        isOpen = true;
    }

    /** Ends the mark of an instance that goes on to the end. */
    void close() {
        if (isOpen) {
            append(close);
            isOpen = false;
        }
    }

    /** Copies what is left of the text. */
    void copyRest() {
        copyTo(text.length);
    }

    byte[] result() {
        return out.toByteArray();
    }

    @Override
    public void token(byte[] array, int offset, int length, boolean colocated, int from, int to) {
        if (colocated) {
            return;
        }
        int at = position++;
        if (rangeEnd >= 0) {
            if (at < rangeStart || at > rangeEnd) {
                return;
            }
            if (rangeStart != 0 && at == rangeStart) {
                copied = from;
            }
        }
        if (isOpen && (at <= instances.first() || instances.first() < 0) && from > copied) {
            close();
        }
        if (at == instances.first() && !isOpen) {
            copyTo(from);
            copied = from;
            open();
        }
        if (at == instances.last()) {
            if (!isOpen) {
                open();
            }
            copyTo(to);
            instances.next();
        }
        if (at == rangeEnd) {
            if (isOpen) {
                if (instances.first() >= 0 && at >= instances.first()) {
                    copyTo(to);
                }
                close();
            }
            copyTo(to);
        }
    }
}
