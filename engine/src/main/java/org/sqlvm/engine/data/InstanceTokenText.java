package org.sqlvm.engine.data;

/**
 * Text that the function fts5_insttoken() has marked: SQLite's subtype 73. The query that it is
 * collects the tokens that its prefixes find.
 */
public final class InstanceTokenText extends Text {
    private InstanceTokenText(byte[] array, int offset, int length) {
        super(array, offset, length);
    }

    /** Returns the same text with the mark. */
    public static InstanceTokenText of(Text text) {
        return new InstanceTokenText(text.array, text.offset, text.length);
    }

    @Override
    public InstanceTokenText owned() {
        return isWhole() ? this : of(super.owned());
    }
}
