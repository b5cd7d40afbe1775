package org.sqlvm.engine.plan.resolve;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Expr.Argument;
import org.sqlvm.engine.plan.logical.Numbering;
import org.sqlvm.engine.plan.logical.Typing;

import java.util.ArrayList;
import java.util.List;

/** What a query inside an expression sees of the query around it, and what of that it uses. */
final class Enclosing {
    private final Scope scope;
    private final Numbering numbering;
    private final Collation binary;
    private final List<Argument> arguments = new ArrayList<>();

    Enclosing(Scope scope, Numbering numbering, Collation binary) {
        this.scope = scope;
        this.numbering = numbering;
        this.binary = binary;
    }

    /** The scope around. */
    Scope scope() {
        return scope;
    }

    List<Argument> arguments() {
        return List.copyOf(arguments);
    }

    /** {@code outer}, an expression of the query around, as the inner query reads it. */
    Expr capture(Expr outer) {
        if (outer instanceof Expr.Constant || outer instanceof Expr.TriggerValue) {
            return outer;
        }
        for (Argument argument : arguments) {
            if (argument.value().equals(outer)) {
                return reference(argument);
            }
        }
        Argument argument = new Argument(numbering.slot(), outer);
        arguments.add(argument);
        return reference(argument);
    }

    private Expr reference(Argument argument) {
        return new Expr.Outer(
                argument.slot(),
                Typing.affinity(argument.value()),
                Typing.collation(argument.value(), binary));
    }

    /** How many arguments there are now; {@link #forget} goes back to it. */
    int mark() {
        return arguments.size();
    }

    void forget(int mark) {
        arguments.subList(mark, arguments.size()).clear();
    }
}
