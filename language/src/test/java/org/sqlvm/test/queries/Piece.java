package org.sqlvm.test.queries;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A part of a generated statement that knows how it could be smaller: text and pieces in a row. An
 * optional piece may be left out; an expression may give way to one inside of it, or to a literal;
 * a query to one inside of it; a choice to the simpler ways of saying something.
 */
final class Piece {
    private enum Kind {
        FIXED,
        OPTIONAL,
        EXPRESSION,
        QUERY,
        CHOICE
    }

    private final Kind kind;
    /** The pieces of a choice, the first of which counts. */
    private final List<Object> content;

    private Piece(Kind kind, List<Object> content) {
        this.kind = kind;
        this.content = content;
    }

    /** @param content texts and pieces */
    static Piece fixed(Object... content) {
        return new Piece(Kind.FIXED, List.of(content));
    }

    static Piece none() {
        return fixed();
    }

    static Piece optional(Object... content) {
        return new Piece(Kind.OPTIONAL, List.of(content));
    }

    static Piece expression(Object... content) {
        return new Piece(Kind.EXPRESSION, List.of(content));
    }

    static Piece query(Object... content) {
        return new Piece(Kind.QUERY, List.of(content));
    }

    /** The first of these texts or pieces; the others are simpler. */
    static Piece choice(Object... content) {
        return new Piece(Kind.CHOICE, List.of(content));
    }

    /** The pieces with a separator; each but the first can be left out. */
    static Piece list(String separator, List<Piece> pieces) {
        List<Object> content = new ArrayList<>();
        for (int i = 0; i < pieces.size(); i++) {
            content.add(i == 0 ? pieces.get(i) : optional(separator, pieces.get(i)));
        }
        return new Piece(Kind.FIXED, content);
    }

    /** The pieces with a separator; none goes alone, as others count them. */
    static Piece fixedList(String separator, List<Piece> pieces) {
        List<Object> content = new ArrayList<>();
        for (int i = 0; i < pieces.size(); i++) {
            if (i > 0) {
                content.add(separator);
            }
            content.add(pieces.get(i));
        }
        return new Piece(Kind.FIXED, content);
    }

    /** All statements that are one step smaller, the smallest first. */
    List<Piece> smaller() {
        List<Piece> result = new ArrayList<>();
        switch (kind) {
            case OPTIONAL -> {
                if (!content.isEmpty()) {
                    result.add(new Piece(Kind.OPTIONAL, List.of()));
                }
            }
            case EXPRESSION -> {
                if (content.size() > 1) {
                    result.add(expression("NULL"));
                    result.add(expression("1"));
                    inside(Kind.EXPRESSION, result);
                }
            }
            case QUERY -> inside(Kind.QUERY, result);
            case CHOICE -> {
                for (int i = 1; i < content.size(); i++) {
                    result.add(fixed(content.get(i)));
                }
            }
            case FIXED -> {}
        }
        int count = kind == Kind.CHOICE ? 1 : content.size();
        for (int i = 0; i < count; i++) {
            if (content.get(i) instanceof Piece piece) {
                for (Piece smaller : piece.smaller()) {
                    Object[] copy = content.toArray();
                    copy[i] = smaller;
                    result.add(new Piece(kind, Arrays.asList(copy)));
                }
            }
        }
        return result;
    }

    /** The nearest pieces of a kind inside of this one. */
    private void inside(Kind wanted, List<Piece> found) {
        for (Object part : content) {
            if (part instanceof Piece piece) {
                if (piece.kind == wanted) {
                    found.add(piece);
                } else if (piece.kind != Kind.QUERY || wanted == Kind.QUERY) {
                    piece.inside(wanted, found);
                }
            }
        }
    }

    private void write(StringBuilder text) {
        int count = kind == Kind.CHOICE ? 1 : content.size();
        for (int i = 0; i < count; i++) {
            if (content.get(i) instanceof Piece piece) {
                piece.write(text);
            } else {
                text.append(content.get(i));
            }
        }
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        write(text);
        return text.toString();
    }
}
