package org.sqlvm.engine.sql.tree;

/**
 * A piece of the statement's text.
 *
 * @param start index of its first character (UTF-16 unit)
 * @param end index after its last character
 */
public record Span(int start, int end) {
    public Span {
        assert 0 <= start && start <= end : start + ".." + end;
    }

    /** Whether a name or a query with that span is part of a statement's text. */
    public static boolean isWritten(Span span) {
        return span != null && span.end > 0;
    }

    /** From the start of this to the end of {@code last}. */
    public Span to(Span last) {
        return new Span(start, Math.max(end, last.end));
    }

    /** The piece of {@code sql}. */
    public String of(String sql) {
        return sql.substring(start, end);
    }
}
