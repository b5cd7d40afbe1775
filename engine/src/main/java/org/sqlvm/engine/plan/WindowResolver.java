package org.sqlvm.engine.plan;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.SelectPlan.SortKey;
import org.sqlvm.engine.row.WindowSpec;
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

    Expr.Window resolve(Window window, Scope scope) {
        Expr.Window resolved = switch (window) {
            case Window.Reference reference ->
                resolve(definition(reference.name().text(), reference.span().start()), scope);
            case Window.Definition definition -> resolved(whole(definition), scope);
        };
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

    private Window.Definition definition(String name, int position) {
        for (Window.Named candidate : named) {
            if (candidate.name().matches(name)) {
                return candidate.definition();
            }
        }
        throw SqlException.error("no such window: " + name, position);
    }

    /** A definition with what it takes over from its base. */
    private Window.Definition whole(Window.Definition definition) {
        if (definition.base() == null) {
            return definition;
        }
        String name = definition.base().text();
        Window.Definition base = whole(definition(name, definition.span().start()));
        String refused = !definition.partitionBy().isEmpty()
                ? "PARTITION clause"
                : !base.orderBy().isEmpty() && !definition.orderBy().isEmpty()
                        ? "ORDER BY clause"
                        : base.frame() != null ? "frame specification" : null;
        if (refused != null) {
            if (definition.frame() != null) {
                check(definition.frame(), definition.orderBy().size());
            }
            throw SqlException.error("cannot override " + refused + " of window: " + name);
        }
        return new Window.Definition(
                null,
                base.partitionBy(),
                definition.orderBy().isEmpty() ? base.orderBy() : definition.orderBy(),
                definition.frame(),
                definition.span());
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

    private Expr offset(Expression tree, Scope scope) {
        return tree == null ? null : resolver.resolve(tree, scope);
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
