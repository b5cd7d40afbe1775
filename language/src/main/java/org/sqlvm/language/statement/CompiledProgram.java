package org.sqlvm.language.statement;

import org.sqlvm.engine.db.Connection;
import org.sqlvm.engine.db.StatementRun;
import org.sqlvm.engine.program.Program;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.virtual.AskedFunction;
import org.sqlvm.language.runtime.ExecutionState;
import org.sqlvm.language.runtime.Parameters;
import org.sqlvm.language.runtime.ProgramCode;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A program with its code, shared by all contexts of an engine.
 *
 * @param schema the schema it was compiled for; any schema with the same fingerprint will do
 * @param choice decides whether a run begins with this program or with one on vectors; null if
 *     there is only this one
 * @param ofShape whether it reads the literals that the shape of its statement leaves out
 * @param asked the answers of virtual tables about functions; the program is for connections whose
 *     tables give the same ones
 * @param counted the same program with code that counts, after the first run that counts
 * @param inTurn the program that computes nothing in advance, after the first run that failed; this
 *     program itself if it is the same
 */
public record CompiledProgram(
        Program program,
        Schema schema,
        ProgramCode code,
        VectorChoice choice,
        boolean ofShape,
        List<AskedFunction> asked,
        AtomicReference<CompiledProgram> counted,
        AtomicReference<CompiledProgram> inTurn) {
    /** Stands for the program of a shape whose texts have no program in common. */
    static final CompiledProgram NONE =
            new CompiledProgram(null, null, null, null, true, List.of());

    CompiledProgram(
            Program program,
            Schema schema,
            ProgramCode code,
            VectorChoice choice,
            boolean ofShape,
            List<AskedFunction> asked) {
        this(
                program,
                schema,
                code,
                choice,
                ofShape,
                List.copyOf(asked),
                new AtomicReference<>(),
                new AtomicReference<>());
    }

    /** Returns the same program with a choice for one text of the shape alone. */
    CompiledProgram forText() {
        assert choice.isOfShape();
        VectorChoice own = new VectorChoice(program, false);
        return new CompiledProgram(program, schema, code, own, ofShape, asked, counted, inTurn);
    }

    /** A run of it begins. */
    ExecutionState newState(Connection connection, StatementRun run, Parameters parameters) {
        return new ExecutionState(connection, run, program, schema, code, parameters);
    }
}
