package org.sqlvm.engine.program;

import org.sqlvm.api.ScanPlan;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.row.window.WindowPlan;
import org.sqlvm.engine.vector.query.StoredTable;
import org.sqlvm.engine.vector.query.VectorHaving;
import org.sqlvm.engine.vector.query.VectorScan;

import java.util.List;

/** A type of P4. The assembler checks that an instruction's P4 is of a type of its opcode. */
public enum OperandType implements Fact {
    /** A value other than NULL. */
    LITERAL(Long.class, Double.class, Text.class, Blob.class),
    /** A name, a message, or affinities as letters. */
    STRING(String.class),
    /** A number of fields or columns. */
    COUNT(Integer.class),
    /** The order of entries or rows. */
    KEYS(KeyInfo.class),
    COLLATION(Collation.class),
    /** A function with the properties of a call. */
    CALL(FunctionCall.class),
    /** A stored table. */
    TABLE(StoredTable.class),
    /** The root pages of trees. */
    ROOTS(int[].class),
    PROGRAM(SubProgram.class),
    /** The declared types of a STRICT table. */
    TYPES(StrictTypes.class),
    /** The rows of VALUES. */
    ROWS(ConstantRows.class, LiteralRows.class),
    /** The values of an IN list. */
    LIST(ValueList.class),
    /** Columns of a row. */
    COLUMNS(RowColumns.class),
    WINDOWS(WindowPlan.class),
    /** A query on vectors. */
    VECTORS(VectorScan.class, VectorHaving.class),
    /** A plan of a virtual table. */
    PLAN(ScanPlan.class),
    /** A virtual table, its definition or a change of its rows. */
    MODULE(ModuleOperand.class);

    private final List<Class<?>> classes;

    OperandType(Class<?>... classes) {
        this.classes = List.of(classes);
    }

    boolean accepts(Object p4) {
        return classes.stream().anyMatch(type -> type.isInstance(p4));
    }
}
