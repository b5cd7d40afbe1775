package org.sqlvm.engine.sql;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.OrderingTerm;
import org.sqlvm.engine.sql.tree.Window;
import org.sqlvm.engine.sql.tree.Window.BoundKind;

import java.util.ArrayList;
import java.util.List;

/** OVER and WINDOW clauses. */
final class WindowParser {
    private final Tokens tokens;
    private final SelectParser selects;

    WindowParser(Tokens tokens, SelectParser selects) {
        this.tokens = tokens;
        this.selects = selects;
    }

    /** Parses the window behind OVER. */
    Window over() {
        int start = tokens.token().start();
        if (tokens.at(TokenKind.LP)) {
            return definition();
        }
        Name name = tokens.name();
        return new Window.Reference(name, tokens.since(start));
    }

    /**
     * Parses the windows behind WINDOW. A window extends one before it; as in SQLite, the first
     * window's base is never looked for.
     */
    List<Window.Named> named() {
        List<Window.Named> windows = new ArrayList<>();
        do {
            int start = tokens.token().start();
            Name name = tokens.name();
            tokens.expect(TokenKind.AS);
            Window.Definition definition = definition();
            Window.Definition whole =
                    windows.isEmpty() ? definition.alone() : definition.extended(windows);
            windows.add(new Window.Named(name, whole, tokens.since(start)));
        } while (tokens.accept(TokenKind.COMMA));
        return windows;
    }

    private Window.Definition definition() {
        int start = tokens.expect(TokenKind.LP).start();
        boolean base = !tokens.at(TokenKind.PARTITION)
                && !tokens.at(TokenKind.ORDER)
                && !tokens.at(TokenKind.RP)
                && !atFrame();
        Name name = base ? tokens.name() : null;
        List<Expression> partitionBy = List.of();
        if (tokens.accept(TokenKind.PARTITION)) {
            tokens.expect(TokenKind.BY);
            partitionBy = selects.expressions().expressions();
        }
        List<OrderingTerm> orderBy = selects.orderBy();
        Window.Frame frame = atFrame() ? frame() : null;
        tokens.expect(TokenKind.RP);
        return new Window.Definition(name, partitionBy, orderBy, frame, tokens.since(start));
    }

    private boolean atFrame() {
        return tokens.at(TokenKind.ROWS)
                || tokens.at(TokenKind.RANGE)
                || tokens.at(TokenKind.GROUPS);
    }

    private Window.Frame frame() {
        int start = tokens.token().start();
        Window.FrameUnit unit = Window.FrameUnit.valueOf(tokens.keyword());
        tokens.take();
        Window.FrameBound first;
        Window.FrameBound last;
        if (tokens.accept(TokenKind.BETWEEN)) {
            first = bound(false);
            tokens.expect(TokenKind.AND);
            last = bound(true);
        } else {
            first = bound(false);
            last = new Window.FrameBound(BoundKind.CURRENT_ROW, null);
        }
        Window.FrameExclusion exclusion = exclusion();
        boolean ordered = switch (first.kind()) {
            case CURRENT_ROW -> last.kind() != BoundKind.PRECEDING;
            case FOLLOWING ->
                last.kind() != BoundKind.PRECEDING && last.kind() != BoundKind.CURRENT_ROW;
            default -> true;
        };
        if (!ordered) {
            if (!tokens.at(TokenKind.RP)) {
                throw tokens.unexpected();
            }
            throw SqlException.error("unsupported frame specification", start);
        }
        return new Window.Frame(unit, first, last, exclusion, tokens.since(start));
    }

    private Window.FrameBound bound(boolean last) {
        if (tokens.accept(TokenKind.CURRENT)) {
            tokens.expect(TokenKind.ROW);
            return new Window.FrameBound(BoundKind.CURRENT_ROW, null);
        }
        if (tokens.at(TokenKind.UNBOUNDED)) {
            tokens.take();
            tokens.expect(last ? TokenKind.FOLLOWING : TokenKind.PRECEDING);
            return new Window.FrameBound(
                    last ? BoundKind.UNBOUNDED_FOLLOWING : BoundKind.UNBOUNDED_PRECEDING, null);
        }
        Expression offset = selects.expressions().expression();
        if (tokens.accept(TokenKind.PRECEDING)) {
            return new Window.FrameBound(BoundKind.PRECEDING, offset);
        }
        tokens.expect(TokenKind.FOLLOWING);
        return new Window.FrameBound(BoundKind.FOLLOWING, offset);
    }

    private Window.FrameExclusion exclusion() {
        if (!tokens.accept(TokenKind.EXCLUDE)) {
            return Window.FrameExclusion.UNSPECIFIED;
        }
        switch (tokens.token().kind()) {
            case NO -> {
                tokens.take();
                tokens.expect(TokenKind.OTHERS);
                return Window.FrameExclusion.NO_OTHERS;
            }
            case CURRENT -> {
                tokens.take();
                tokens.expect(TokenKind.ROW);
                return Window.FrameExclusion.CURRENT_ROW;
            }
            case GROUP -> {
                tokens.take();
                return Window.FrameExclusion.GROUP;
            }
            case TIES -> {
                tokens.take();
                return Window.FrameExclusion.TIES;
            }
            default -> throw tokens.unexpected();
        }
    }
}
