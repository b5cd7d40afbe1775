package org.sqlvm.engine.plan.logical;

import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;

/**
 * The values of a long IN list that are literals and parameters alone. They are data: what looks
 * for columns, calls or queries in an expression does not walk through them, and they become one
 * instruction.
 */
public final class ConstantList extends AbstractList<Expr> implements RandomAccess {
    /** A shorter list is a list of expressions, whose values are compared one by one. */
    static final int SIZE_MIN = 9;

    private final Expr[] values;
    /** 0 if it has not been computed. */
    private int hash;

    private ConstantList(Expr[] values) {
        this.values = values;
    }

    /** The same values, as data if they are many and all of them are known when a run begins. */
    public static List<Expr> of(List<Expr> values) {
        if (values.size() < SIZE_MIN || values instanceof ConstantList || !areConstant(values)) {
            return values;
        }
        return new ConstantList(values.toArray(Expr[]::new));
    }

    /** Whether all values are literals or parameters. */
    public static boolean areConstant(List<Expr> values) {
        if (values instanceof ConstantList) {
            return true;
        }
        for (Expr value : values) {
            if (!(value instanceof Expr.Constant || value instanceof Expr.Parameter)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public Expr get(int index) {
        return values[index];
    }

    @Override
    public int size() {
        return values.length;
    }

    @Override
    public boolean equals(Object other) {
        return other == this || super.equals(other);
    }

    @Override
    public int hashCode() {
        if (hash == 0) {
            hash = super.hashCode();
        }
        return hash;
    }
}
