package org.sqlvm.engine.plan.resolve;

import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.SortKey;
import org.sqlvm.engine.row.window.WindowFunction;
import org.sqlvm.engine.row.window.WindowSpec;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Window;

import java.util.ArrayList;
import java.util.List;

/** What stands after OVER: names looked up, chains put together, frames checked. */
final class WindowResolver {
    private final Resolver resolver;
    private final List<Window.Named> named;
    /** The one that was resolved first; null before. */
    private Expr.Window first;

    WindowResolver(Resolver resolver, List<Window.Named> named) {
        this.resolver = resolver;
        this.named = named;
    }

    /**
     * The window of a call.
     *
     * @param function null for an aggregate
     */
    Expr.Window resolve(Window window, WindowFunction function, Scope scope) {
        Window.Definition definition = switch (window) {
            case Window.Reference reference ->
                Window.Named.find(named, reference.name(), reference.span().start());
            case Window.Definition own -> extended(own);
        };
        Expr.Window resolved = framed(resolved(definition, scope), function);
        first = first == null ? resolved : first;
        return resolved;
    }

    /**
     * Whether the window is the first of its SELECT. The values of others come from an inner query,
     * as SQLite does it, and are not known as JSON any more.
     */
    boolean isFirst(Expr.Window window) {
        return window.equals(first);
    }

    /** Of two errors, SQLite reports that of the frame. */
    private Window.Definition extended(Window.Definition definition) {
        try {
            return definition.extended(named);
        } catch (SqlException error) {
            if (definition.frame() != null) {
                check(definition.frame(), definition.orderBy().size());
            }
            throw error;
        }
    }

    /**
     * The window as the function sees it: most have a frame of their own, whatever the window's is.
     * Functions are computed together if their windows are equal then, as in SQLite.
     */
    private static Expr.Window framed(Expr.Window window, WindowFunction function) {
        return switch (function) {
            case null -> window;
            case ROW_NUMBER, LAG ->
                window.framed(
                        WindowSpec.Unit.ROWS,
                        WindowSpec.Kind.UNBOUNDED_PRECEDING,
                        WindowSpec.Kind.CURRENT_ROW);
            case RANK, DENSE_RANK ->
                window.framed(
                        WindowSpec.Unit.RANGE,
                        WindowSpec.Kind.UNBOUNDED_PRECEDING,
                        WindowSpec.Kind.CURRENT_ROW);
            case PERCENT_RANK ->
                window.framed(
                        WindowSpec.Unit.GROUPS,
                        WindowSpec.Kind.CURRENT_ROW,
                        WindowSpec.Kind.UNBOUNDED_FOLLOWING);
            // SQLite's begins one group later, so that it is no other function's window.
            case CUME_DIST ->
                window.framed(
                        WindowSpec.Unit.GROUPS,
                        WindowSpec.Kind.UNBOUNDED_FOLLOWING,
                        WindowSpec.Kind.UNBOUNDED_FOLLOWING);
            case NTILE ->
                window.framed(
                        WindowSpec.Unit.ROWS,
                        WindowSpec.Kind.CURRENT_ROW,
                        WindowSpec.Kind.UNBOUNDED_FOLLOWING);
            case LEAD ->
                window.framed(
                        WindowSpec.Unit.ROWS,
                        WindowSpec.Kind.UNBOUNDED_PRECEDING,
                        WindowSpec.Kind.UNBOUNDED_FOLLOWING);
            case FIRST_VALUE, LAST_VALUE, NTH_VALUE -> window;
        };
    }

    private Expr.Window resolved(Window.Definition definition, Scope scope) {
        List<Expr> partition = new ArrayList<>();
        definition.partitionBy().forEach(tree -> partition.add(resolver.resolve(tree, scope)));
        List<SortKey> order = resolver.order(definition.orderBy(), scope);
        Window.Frame frame = definition.frame();
        if (frame == null) {
            return new Expr.Window(
                    List.copyOf(partition),
                    order,
                    WindowSpec.Unit.RANGE,
                    WindowSpec.Kind.UNBOUNDED_PRECEDING,
                    null,
                    WindowSpec.Kind.CURRENT_ROW,
                    null,
                    WindowSpec.Exclusion.UNSPECIFIED);
        }
        check(frame, order.size());
        return new Expr.Window(
                List.copyOf(partition),
                order,
                WindowSpec.Unit.valueOf(frame.unit().name()),
                WindowSpec.Kind.valueOf(frame.start().kind().name()),
                offset(frame.start().offset(), scope),
                WindowSpec.Kind.valueOf(frame.end().kind().name()),
                offset(frame.end().offset(), scope),
                WindowSpec.Exclusion.valueOf(frame.exclusion().name()));
    }

    /** What is not constant is NULL, as in SQLite, and is refused when the frame is needed. */
    private Expr offset(Expression tree, Scope scope) {
        if (tree == null) {
            return null;
        }
        return ConstantConditions.isConstant(tree)
                ? resolver.resolve(tree, scope)
                : new Expr.Constant(SqlNull.NULL);
    }

    private static void check(Window.Frame frame, int orderCount) {
        Window.BoundKind start = frame.start().kind();
        Window.BoundKind end = frame.end().kind();
        boolean backwards = start == Window.BoundKind.UNBOUNDED_FOLLOWING
                || end == Window.BoundKind.UNBOUNDED_PRECEDING
                || (start == Window.BoundKind.CURRENT_ROW && end == Window.BoundKind.PRECEDING)
                || (start == Window.BoundKind.FOLLOWING
                        && (end == Window.BoundKind.PRECEDING
                                || end == Window.BoundKind.CURRENT_ROW));
        if (backwards) {
            throw SqlException.error("unsupported frame specification");
        }
        boolean offsets = frame.start().offset() != null || frame.end().offset() != null;
        if (frame.unit() == Window.FrameUnit.RANGE && offsets && orderCount != 1) {
            throw SqlException.error(
                    "RANGE with offset PRECEDING/FOLLOWING requires one ORDER BY expression");
        }
    }
}
