package org.sqlvm.language.statement;

import com.oracle.truffle.api.source.SourceSection;

import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.error.Compilation;
import org.sqlvm.engine.program.Program;
import org.sqlvm.language.runtime.ProgramCode;

/** Makes the code of programs. Statements need not know more of nodes than this. */
public interface ProgramNodes {
    /**
     * Returns the code of a program.
     *
     * @param encoding the encoding of the databases that the program is for
     * @param compilation ends the work early
     * @param section the statement's text
     * @param inScript whether it is part of a script, which itself tells tools where its statements
     *     begin
     * @param counts whether its runs count their instructions
     */
    ProgramCode build(
            Program program,
            TextEncoding encoding,
            Compilation compilation,
            SourceSection section,
            boolean inScript,
            boolean counts);
}
