package org.sqlvm.language.instruction;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.plan.options.VectorUse;
import org.sqlvm.engine.program.KeyInfo;
import org.sqlvm.engine.program.Program;
import org.sqlvm.engine.program.SubProgram;
import org.sqlvm.engine.vector.column.VectorSizes;
import org.sqlvm.language.runtime.SubRoutine;

import java.util.List;
import java.util.function.Function;

/**
 * A program, and the facts that its code is made for.
 *
 * @param encoding the text encoding of the databases
 * @param vectors the scans that run on vectors
 * @param sizes the sizes of vectors
 * @param routines returns the routine that runs a subprogram
 */
public record ProgramSetting(
        Program program,
        TextEncoding encoding,
        VectorUse vectors,
        VectorSizes sizes,
        Function<SubProgram, SubRoutine> routines) {
    /** Returns the keys with the collations for the text encoding of the databases. */
    public KeyInfo inEncoding(KeyInfo keys) {
        List<KeyField> fields = keys.fields().stream()
                .map(field -> new KeyField(
                        collation(field.collation()), field.descending(), field.bigNull()))
                .toList();
        return new KeyInfo(fields);
    }

    /** Returns the collation that P4 is, BINARY if there is none. */
    public Collation collation(Object p4) {
        Collation collation = p4 == null ? Collation.BINARY : (Collation) p4;
        return collation == Collation.BINARY ? Collation.binary(encoding) : collation;
    }
}
