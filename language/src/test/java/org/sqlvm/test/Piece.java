package org.sqlvm.test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * A part of a generated statement that knows how it could be smaller: text and pieces in a row. An
 * optional piece may be left out; an expression may give way to one inside of it, or to a literal.
 */
final class Piece {
    private enum Kind {
        FIXED,
        OPTIONAL,
        EXPRESSION
    }

    private final Kind kind;
    private final List<Object> content;

    private Piece(Kind kind, List<Object> content) {
        this.kind = kind;
        this.content = content;
    }

    /** @param content texts and pieces */
    static Piece fixed(Object... content) {
        return new Piece(Kind.FIXED, List.of(content));
    }

    static Piece optional(Object... content) {
        return new Piece(Kind.OPTIONAL, List.of(content));
    }

    static Piece expression(Object... content) {
        return new Piece(Kind.EXPRESSION, List.of(content));
    }

    /** The pieces with a separator; each but the first can be left out. */
    static Piece list(String separator, List<Piece> pieces) {
        Object[] content = new Object[pieces.size()];
        for (int i = 0; i < content.length; i++) {
            content[i] = i == 0 ? pieces.get(i) : optional(separator, pieces.get(i));
        }
        return fixed(content);
    }

    static <T> T any(Random random, List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    /** All statements that are one step smaller, the smallest first. */
    List<Piece> smaller() {
        List<Piece> result = new ArrayList<>();
        if (kind == Kind.OPTIONAL && !content.isEmpty()) {
            result.add(new Piece(Kind.OPTIONAL, List.of()));
        }
        if (kind == Kind.EXPRESSION && content.size() > 1) {
            result.add(expression("NULL"));
            result.add(expression("1"));
            for (Object part : content) {
                if (part instanceof Piece piece && piece.kind == Kind.EXPRESSION) {
                    result.add(piece);
                }
            }
        }
        for (int i = 0; i < content.size(); i++) {
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

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (Object part : content) {
            text.append(part);
        }
        return text.toString();
    }
}
