package org.sqlvm.engine.codegen.query;

import org.sqlvm.engine.data.Affinities;
import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.plan.logical.ConstantList;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.ConstantRows;
import org.sqlvm.engine.program.KeyInfo;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.program.ValueList;

import java.util.ArrayList;
import java.util.List;

/** Literals and parameters in lists: one instruction for all of their values. */
final class ListCode {
    private ListCode() {}

    /** The affinity of the values: a great integer is not rounded for a REAL column. */
    static Affinity affinity(Affinity column) {
        return column == Affinity.REAL ? Affinity.NUMERIC : column;
    }

    /** Returns the object that represents a literal or a parameter in ConstantRows. */
    static Object value(Expr value) {
        return switch (value) {
            case Expr.Constant constant when constant.isKnown() -> constant.value();
            case Expr.Constant constant ->
                new ConstantRows.Parameter(constant.shared().place());
            case Expr.Parameter parameter -> new ConstantRows.Parameter(parameter.number());
            default -> throw new AssertionError(value);
        };
    }

    /**
     * Opens a hash table and fills it with the different values of a list, but for NULL.
     *
     * @param hasNull register that becomes NULL if a value is, else 0; 0 for none
     * @return its cursor
     */
    static int open(
            Assembler assembler, List<Expr> list, Affinity affinity, KeyField key, int hasNull) {
        assert ConstantList.areConstant(list) : list;
        List<Object> values = new ArrayList<>(list.size());
        for (Expr value : list) {
            Object constant = value(value);
            values.add(
                    constant instanceof ConstantRows.Parameter
                            ? constant
                            : Affinities.apply(constant, affinity));
        }
        int table = assembler.cursor();
        assembler.add(Opcode.HashOpen, table, 1, 0, new KeyInfo(List.of(key)), 0);
        assembler.add(Opcode.HashList, table, hasNull, 0, new ValueList(values, affinity), 0);
        return table;
    }
}
