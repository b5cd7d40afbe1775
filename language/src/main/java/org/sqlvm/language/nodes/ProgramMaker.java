package org.sqlvm.language.nodes;

import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.source.SourceSection;

import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.error.Compilation;
import org.sqlvm.engine.program.Program;
import org.sqlvm.engine.program.SubProgram;
import org.sqlvm.language.classfile.ClassProgram;
import org.sqlvm.language.instruction.ProgramSetting;
import org.sqlvm.language.options.ClassSwitches;
import org.sqlvm.language.options.Switches;
import org.sqlvm.language.runtime.ProgramCode;
import org.sqlvm.language.runtime.SubRoutine;

import java.util.function.Supplier;

/** Makes the code of programs: nodes, which become a class if there are to be classes. */
public final class ProgramMaker {
    private final TruffleLanguage<?> language;
    private final Switches switches;

    public ProgramMaker(TruffleLanguage<?> language, Switches switches) {
        this.language = language;
        this.switches = switches;
    }

    /** Returns the code of a statement's program: see {@link ProgramBuilder#build}. */
    public ProgramCode make(
            Program program,
            TextEncoding encoding,
            Compilation compilation,
            SourceSection section,
            boolean inScript,
            boolean counts) {
        return tiered(
                program,
                encoding,
                counts,
                () -> ProgramBuilder.build(
                        language,
                        switches,
                        program,
                        encoding,
                        compilation,
                        section,
                        inScript,
                        counts));
    }

    /** Returns the routine that runs a subprogram: its code is made at its first run. */
    private SubRoutine routine(SubProgram called, TextEncoding encoding) {
        return SubRoutine.of(
                called,
                () -> tiered(
                        called.program(),
                        encoding,
                        false,
                        () -> ProgramBuilder.build(language, switches, called, encoding)));
    }

    /** @param counts whether runs count instructions, which only nodes can */
    private ProgramCode tiered(
            Program program,
            TextEncoding encoding,
            boolean counts,
            Supplier<ProgramRootNode> nodes) {
        ClassSwitches classes = switches.classes();
        if (counts || !classes.areUsed()) {
            return nodes.get();
        }
        Supplier<ClassProgram> maker =
                () -> ClassProgram.of(setting(program, encoding), classes.methodLength());
        if (classes.delay() > 0) {
            CallbackSlots callbacks = classes.leaveGuests() ? new CallbackSlots(program) : null;
            return new TieredProgram(program, nodes.get(), callbacks, maker, classes);
        }
        ClassProgram generated = maker.get();
        return generated != null ? generated : nodes.get();
    }

    /** Returns a program with the facts that its code is made for. */
    ProgramSetting setting(Program program, TextEncoding encoding) {
        return new ProgramSetting(
                program,
                encoding,
                switches.vectors(),
                switches.vectorSizes(),
                called -> routine(called, encoding));
    }
}
